// While a slider moves, its siblings follow here; the server hears of it once it rests, and what it
// answers is shown only when nothing is being moved.
export default {
  template: `
    <div class="sy-table-frame" tabindex="0" role="region" :aria-label="name">
      <table class="sy-table sy-tree sy-weights">
        <thead><tr><th scope="col">{{ words.part }}</th><th scope="col">{{ words.weight }}</th>
          <th scope="col" class="sy-right">{{ words.share }}</th><th scope="col" colspan="2">{{ words.score }}</th></tr></thead>
        <tbody>
          <tr v-for="row in rows" :key="row.key" class="sy-opens" :title="row.hint || null"
              :class="{ 'sy-chosen': row.key === chosen, 'sy-tree-top': row.depth === 0, ['sy-drop-' + (over.key === row.key ? over.where : 'none')]: true }"
              :draggable="!locked && row.depth > 0 && !sliding" @dragstart="take($event, row)" @dragend="over = {}"
              @dragover="hover($event, row)" @dragleave="over = {}" @drop.prevent="drop(row)" @click="$emit('choose', row.key)">
            <td class="sy-tree-part">
              <div class="sy-row">
                <span class="sy-indent" :style="{ width: 16 * row.depth + 'px' }"></span>
                <button type="button" class="sy-toggle" :aria-pressed="row.key === chosen"
                        @click.stop="$emit('choose', row.key)">{{ row.name }}</button>
                <span v-for="(one, n) in row.badges" :key="n" class="sy-badge" :class="'sy-badge-' + one[1]">{{ one[0] }}</span>
              </div>
            </td>
            <td @click.stop>
              <div v-if="row.weight !== null" class="sy-row sy-weight">
                <input type="range" min="0" max="100" step="1" :value="percent(row)" :disabled="locked || row.fixed"
                       :aria-label="words.weight + ' ' + row.name" @pointerdown="sliding = true" @pointerup="sliding = false"
                       @input="moving(row, $event)" @change="let_go(row)" />
                <span class="sy-number">{{ shown(row) }} %</span>
              </div>
            </td>
            <td class="sy-right sy-quiet">{{ row.share }}</td>
            <td class="sy-tree-bar">
              <svg v-if="row.value !== null" class="sy-interval" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
                <rect class="track" x="0" y="5" width="100" height="4" rx="2" />
                <rect v-if="row.low !== null" class="range" :x="x(row.low)" y="3" height="8" rx="2" :width="Math.max(0.5, x(row.high) - x(row.low))" />
                <rect class="point" :x="x(row.value) - 0.6" y="1" width="1.2" height="12" />
              </svg></td>
            <td class="sy-right sy-small">{{ row.score }}</td>
          </tr>
        </tbody>
      </table>
    </div>`,
  emits: ["choose", "weight", "move"],
  props: { name: String, rows: Array, chosen: String, locked: Boolean, words: Object },
  data() { return { local: {}, sliding: false, pending: null, dragged: null, over: {} }; },
  watch: { rows() { if (!this.sliding && !this.pending) this.local = {}; } },
  methods: {
    weight(row) { return this.local[row.key] ?? row.weight; },
    percent(row) { return Math.round(100 * this.weight(row)); },
    shown(row) { const share = 100 * this.weight(row); return share < 10 && share > 0 ? share.toFixed(1) : share.toFixed(0); },
    moving(row, event) {
      clearTimeout(this.pending?.timer);
      const value = Number(event.target.value) / 100;
      const others = this.rows.filter((one) => one.parent === row.parent && one.key !== row.key && one.weight !== null);
      const rest = others.reduce((sum, one) => sum + this.weight(one), 0);
      const now = { ...this.local, [row.key]: others.length ? value : 1 };
      for (const one of others) now[one.key] = rest > 0 ? (this.weight(one) / rest) * (1 - value) : (1 - value) / others.length;
      this.local = now;
    },
    let_go(row) {
      this.sliding = false;
      clearTimeout(this.pending?.timer);
      // A key held down changes many times; the last one counts.
      const send = () => { this.pending = null; this.$emit("weight", [row.key, this.weight(row)]); };
      this.pending = { timer: setTimeout(send, 250) };
    },
    take(event, row) { this.dragged = row.key; event.dataTransfer.effectAllowed = "move"; event.dataTransfer.setData("text/plain", ""); },
    hover(event, row) {
      if (this.dragged === null || this.dragged === row.key) return;
      event.preventDefault();
      const box = event.currentTarget.getBoundingClientRect(), part = (event.clientY - box.top) / box.height;
      const into = row.branch && (row.depth === 0 || (part > 0.3 && part < 0.7));
      this.over = { key: row.key, where: into ? "into" : part < 0.5 ? "before" : "after" };
    },
    drop(row) {
      if (this.dragged !== null && this.over.key === row.key) this.$emit("move", [this.dragged, row.key, this.over.where]);
      this.dragged = null; this.over = {};
    },
    x(share) { return 100 * Math.min(1, Math.max(0, share)); },
  },
};
