// One file at a time goes to the address of its ticket as the whole body, with progress.
export default {
  template: `
    <div class="sy-drop" :class="{ 'sy-drop-over': over }" role="group" :aria-label="words.name"
         @dragenter.prevent="over = true" @dragover.prevent="over = true" @dragleave="over = false"
         @drop.prevent="dropped">
      <input ref="input" type="file" class="sy-visually-hidden" tabindex="-1" :accept="accept"
             :aria-label="words.choose" @change="chosen" />
      <template v-if="state === 'waiting' || state === 'failed'">
        <p v-if="problem" class="sy-problem" role="alert">{{ problem }}</p>
        <p class="sy-strong">{{ words.drop }}</p>
        <button type="button" class="sy-press sy-press-primary" @click="$refs.input.click()">{{ words.choose }}</button>
        <p class="sy-quiet sy-small">{{ words.hint }}</p>
      </template>
      <template v-else>
        <div class="sy-split sy-drop-line">
          <span class="sy-clip">{{ name }}</span>
          <span class="sy-quiet">{{ state === 'sending' ? shown(sent) + ' / ' + shown(size) : words.reading }}</span>
        </div>
        <div class="sy-bar" role="progressbar" :aria-label="name" aria-valuemin="0" aria-valuemax="100"
             :aria-valuenow="Math.round(100 * share)"><div :style="{ width: 100 * share + '%' }"></div></div>
        <button v-if="state === 'sending'" type="button" class="sy-press" @click="stop">{{ words.stop }}</button>
      </template>
    </div>`,
  emits: ["sent"],
  props: { to: String, accept: String, most: Number, words: Object },
  data() { return { state: "waiting", over: false, name: "", size: 0, sent: 0, problem: "" }; },
  computed: { share() { return this.size ? Math.min(1, this.sent / this.size) : 0; } },
  beforeUnmount() { this.stop(); },
  methods: {
    reset(problem) { Object.assign(this, { state: problem ? "failed" : "waiting", problem: problem || "" }); },
    chosen(event) { this.send(event.target.files[0]); event.target.value = ""; },
    dropped(event) { this.over = false; this.send(event.dataTransfer.files[0]); },
    send(file) {
      if (!file || this.state === "sending") return;
      if (file.size > this.most) { this.reset(this.words.large); return; }
      Object.assign(this, { state: "sending", name: file.name, size: file.size, sent: 0, problem: "" });
      const request = (this.request = new XMLHttpRequest());
      request.open("PUT", this.to);
      request.setRequestHeader("content-type", "application/octet-stream");
      request.upload.onprogress = (event) => { this.sent = event.loaded; };
      request.onload = () => this.ended(request);
      request.onerror = () => this.reset(this.words.lost);
      request.onabort = () => this.reset("");
      request.send(file);
    },
    ended(request) {
      if (request.status === 204) {
        Object.assign(this, { state: "sent", sent: this.size });
        this.$emit("sent", [this.name, this.size]);
        return;
      }
      let said = "";
      try { said = JSON.parse(request.responseText).problem || ""; } catch { said = ""; }
      this.reset(said || this.words.lost);
    },
    stop() { if (this.request && this.state === "sending") this.request.abort(); },
    shown(size) {
      const power = Math.min(4, Math.floor(Math.log10(Math.max(1, size)) / 3));
      return (size / 1000 ** power).toFixed(power ? 1 : 0) + " " + ["B", "kB", "MB", "GB", "TB"][power];
    },
  },
};
