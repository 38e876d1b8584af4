// A weighed tree: branches open and close here; nothing is asked of the server for it.
export default {
  template: `
    <div class="sy-table-frame" tabindex="0" role="region" :aria-label="name">
      <table class="sy-table sy-tree">
        <thead><tr>
          <th v-for="(text, n) in headings" :key="n" scope="col" :class="{ 'sy-right': n > 1 }">{{ text }}</th>
        </tr></thead>
        <tbody>
          <tr v-for="row in shown" :key="row.key" :title="row.hint || null" :class="{ 'sy-tree-top': row.depth === 0 }">
            <td class="sy-tree-part">
              <div class="sy-row">
                <span class="sy-indent" :style="{ width: 16 * row.depth + 'px' }"></span>
                <button v-if="row.branch" type="button" class="sy-toggle" :aria-expanded="!closed.includes(row.key)"
                        @click="toggle(row.key)"><span aria-hidden="true">{{ closed.includes(row.key) ? "▸" : "▾" }}</span> {{ row.name }}</button>
                <span v-else class="sy-toggle-space sy-clip">{{ row.name }}</span>
                <span v-for="(one, n) in row.badges" :key="n" class="sy-badge" :class="'sy-badge-' + one[1]">{{ one[0] }}</span>
              </div>
            </td>
            <td v-if="row.value === null" :colspan="row.why ? 3 : 1" class="sy-quiet sy-small sy-tree-why">
              <div class="sy-clip" :title="row.why">{{ row.why || "–" }}</div></td>
            <td v-else class="sy-tree-bar">
              <svg class="sy-interval" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
                <rect class="track" x="0" y="5" width="100" height="4" rx="2" />
                <rect v-if="row.low !== null" class="range" :x="x(row.low)" y="3" height="8" rx="2"
                      :width="Math.max(0.5, x(row.high) - x(row.low))" />
                <rect class="point" :x="x(row.value) - 0.6" y="1" width="1.2" height="12" />
              </svg></td>
            <td v-for="(text, n) in (row.value === null && row.why ? row.cells.slice(2) : row.cells)" :key="n"
                class="sy-right" :class="{ 'sy-quiet': text === '–' }">{{ text }}</td>
          </tr>
        </tbody>
      </table>
    </div>`,
  props: { name: String, headings: Array, rows: Array, shut: Array },
  data() { return { closed: [...this.shut] }; },
  computed: {
    shown() {
      const gone = new Set();
      return this.rows.filter((row) => {
        const hidden = row.parent !== null && (gone.has(row.parent) || this.closed.includes(row.parent));
        if (hidden) gone.add(row.key);
        return !hidden;
      });
    },
  },
  methods: {
    toggle(key) {
      const kept = this.closed.filter((one) => one !== key);
      this.closed = kept.length < this.closed.length ? kept : [...this.closed, key];
    },
    x(share) { return 100 * Math.min(1, Math.max(0, share)); },
  },
};
