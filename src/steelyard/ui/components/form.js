// Fields keep what is typed until it is sent: no key stroke leaves the browser.
const unsaved = (window.syUnsaved ??= new Map()); // see unsaved.js, which may come later

export default {
  template: `
    <form class="sy-form" :class="{ 'sy-form-inline': inline }" :aria-label="name" autocomplete="off" novalidate
          @submit.prevent="send" @input="note" @change="changed">
      <p v-if="said" class="sy-problem sy-form-wide" role="alert">{{ said }}</p>
      <component v-for="group in groups" :key="group.more" :is="group.more ? 'details' : 'div'" class="sy-form-group sy-form-wide">
        <summary v-if="group.more">{{ more }}</summary>
        <div class="sy-form">
        <div v-for="[field, n] in group.fields" :key="field.name" class="sy-field"
           :class="{ 'sy-form-wide': field.kind === 'area' || field.wide, 'sy-field-switch': field.kind === 'switch' }">
        <label :for="id(n)">{{ field.label }}<span v-if="field.required" aria-hidden="true"> *</span></label>
        <textarea v-if="field.kind === 'area'" :id="id(n)" v-model="values[n]" :rows="field.rows || 4" spellcheck="false"
                  :class="{ 'sy-mono': field.mono }" :placeholder="field.placeholder" :readonly="locked"
                  :required="field.required" :aria-describedby="field.hint ? id(n) + 'h' : null"></textarea>
        <select v-else-if="field.kind === 'select'" :id="id(n)" v-model="values[n]" :disabled="locked"
                :aria-describedby="field.hint ? id(n) + 'h' : null">
          <option v-for="one in field.options" :key="one[0]" :value="one[0]">{{ one[1] }}</option>
        </select>
        <div v-else-if="field.kind === 'many'" class="sy-row sy-row-wrap" role="group" :aria-label="field.label">
          <label v-for="one in field.options" :key="one[0]" class="sy-check">
            <input type="checkbox" :value="one[0]" v-model="values[n]" :disabled="locked" />{{ one[1] }}</label>
        </div>
        <input v-else-if="field.kind === 'switch'" :id="id(n)" type="checkbox" v-model="values[n]" :disabled="locked"
               :aria-describedby="field.hint ? id(n) + 'h' : null" />
        <input v-else :id="id(n)" v-model="values[n]" :type="kind(field)" :placeholder="field.placeholder"
               :inputmode="field.kind === 'number' ? 'decimal' : null" :readonly="locked" :required="field.required"
               :autocomplete="field.kind === 'password' ? 'new-password' : 'off'" :list="field.suggest.length ? id(n) + 'l' : null"
               :aria-describedby="field.hint ? id(n) + 'h' : null" />
        <datalist v-if="field.suggest.length" :id="id(n) + 'l'"><option v-for="one in field.suggest" :key="one" :value="one"></option></datalist>
        <p v-if="field.hint" :id="id(n) + 'h'" class="sy-quiet sy-small">{{ field.hint }}</p>
      </div>
        </div>
      </component>
      <div v-if="verb && !locked" class="sy-form-wide sy-row sy-form-end">
        <button type="submit" class="sy-press sy-press-primary" :disabled="busy">{{ verb }}</button>
        <button v-if="other" type="button" class="sy-press" @click="$emit('other')">{{ other }}</button>
      </div>
    </form>`,
  emits: ["change", "send", "other"], // else native events of the same name would come too
  props: {
    name: String, more: String, fields: Array, verb: String, other: String, problem: String, needed: String,
    busy: Boolean, locked: Boolean, inline: Boolean, leave: String, begun: Boolean,
  },
  data() { return { values: this.fields.map((field) => field.value), missing: "" }; },
  computed: {
    said() { return this.missing || this.problem; },
    groups() {
      const all = this.fields.map((field, n) => [field, n]);
      const found = [false, true].map((more) => ({ more, fields: all.filter(([field]) => field.more === more) }));
      return found.filter((group) => group.fields.length);
    },
  },
  watch: {
    fields(now, before) {
      // Any update of the form sends its fields again; what was typed must outlive that.
      if (JSON.stringify(now) !== JSON.stringify(before)) this.values = now.map((field) => field.value);
    },
    problem(now) {
      if (!now) return;
      this.kept = null; // what was sent was not taken
      this.note();
    },
  },
  mounted() {
    this.kept = this.begun ? null : JSON.stringify(this.values);
    this.note();
  },
  unmounted() { unsaved.delete(this); },
  methods: {
    id(n) { return `${this.$.uid}f${n}`; },
    kind(field) { return { password: "password", time: "datetime-local", email: "email" }[field.kind] || "text"; },
    note() {
      if (!this.leave) return;
      if (JSON.stringify(this.values) === this.kept) unsaved.delete(this);
      else if (!unsaved.has(this)) unsaved.set(this, window.location.href);
    },
    changed() { this.note(); this.$emit("change", this.values); },
    send() {
      const empty = this.fields.find((field, n) => field.required && !String(this.values[n] ?? "").trim());
      this.missing = empty ? this.needed.replace("…", empty.label) : "";
      if (empty) return;
      this.kept = JSON.stringify(this.values);
      this.note();
      this.$emit("send", this.values);
    },
    values_now() { return this.values; },
    clear() { this.values = this.fields.map((field) => field.value); },
  },
};
