// Text only ever reaches the page through {{ }}; addresses only when they are paths of this service.
export default {
  template: `
    <div class="sy-table-frame" tabindex="0" role="region" :aria-label="name">
      <table class="sy-table">
        <thead><tr>
          <th v-if="chooses" scope="col"><span class="sy-visually-hidden">✓</span></th>
          <th v-for="column in columns" :key="column.name" scope="col" :title="column.hint || null"
              :class="{ 'sy-right': isRight(column) }" :aria-sort="order(column)">
            <button v-if="column.sortable" type="button" @click="$emit('sort', column.name)">
              {{ column.label }}<span aria-hidden="true">{{ arrow(column) }}</span></button>
            <template v-else>{{ column.label }}</template>
          </th>
        </tr></thead>
        <tbody>
          <tr v-for="row in rows" :key="row[0]" :tabindex="opens ? 0 : null" :data-key="row[0]"
              :class="{ 'sy-opens': opens, 'sy-chosen': chosen.includes(row[0]) }"
              @click="open(row[0])" @keydown.enter="open(row[0])"
              @keydown.down.prevent="move($event, 1)" @keydown.up.prevent="move($event, -1)">
            <td v-if="chooses" @click.stop>
              <input type="checkbox" :checked="chosen.includes(row[0])" :aria-label="plain(row[1][0])"
                     @change="toggle(row[0])" />
            </td>
            <td v-for="(column, n) in columns" :key="column.name" :class="{ 'sy-right': isRight(column) }">
              <span v-if="row[1][n] === null || row[1][n] === undefined" class="sy-faint">–</span>
              <span v-else-if="column.kind === 'status'" class="sy-status" :class="'sy-' + row[1][n][1]">
                <span class="sy-dot" :class="{ 'sy-pulse': row[1][n][2] }"></span>{{ row[1][n][0] }}</span>
              <div v-else-if="column.kind === 'interval'" class="sy-column sy-tight">
                <span>{{ row[1][n][0] }}</span>
                <svg v-if="row[1][n][1] !== null" class="sy-interval" viewBox="0 0 100 14"
                     preserveAspectRatio="none" aria-hidden="true">
                  <rect class="track" x="0" y="5" width="100" height="4" rx="2" />
                  <rect v-if="row[1][n][2] !== null" class="range" :x="x(row[1][n][2])" y="3" height="8"
                        rx="2" :width="Math.max(0.5, x(row[1][n][3]) - x(row[1][n][2]))" />
                  <rect class="point" :x="x(row[1][n][1]) - 0.6" y="1" width="1.2" height="12" />
                </svg>
              </div>
              <span v-else-if="column.kind === 'badges'" class="sy-row">
                <span v-for="one in row[1][n]" class="sy-badge" :class="'sy-badge-' + one[1]">{{ one[0] }}</span></span>
              <div v-else-if="column.kind === 'progress'" class="sy-column sy-tight">
                <span>{{ row[1][n][0] }}</span>
                <div v-if="row[1][n][1] !== null" class="sy-bar" role="progressbar" :aria-label="row[1][n][0]"
                     :aria-valuenow="Math.round(100 * row[1][n][1])" aria-valuemin="0" aria-valuemax="100">
                  <div :style="{ width: x(row[1][n][1]) + '%' }"></div></div>
              </div>
              <svg v-else-if="column.kind === 'spark'" class="sy-spark" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">
                <polyline v-if="row[1][n].length > 1" class="line" :points="spark(row[1][n])" />
                <rect v-if="row[1][n].length" class="last" :x="row[1][n].length > 1 ? 97 : 49" width="2" height="5"
                      :y="height(row[1][n], row[1][n].length - 1) - 2.5" /></svg>
              <time v-else-if="column.kind === 'time'" :datetime="row[1][n]" :title="row[1][n]">{{ time(row[1][n]) }}</time>
              <div v-else-if="column.kind === 'link'" class="sy-cell" :title="row[1][n][0]">
                <a :href="safe(row[1][n][1])" @click.stop>{{ row[1][n][0] }}</a></div>
              <div v-else class="sy-cell" :class="{ 'sy-mono': column.kind === 'mono' }" :title="row[1][n]">
                <span v-if="n === 0 && row[2]" class="sy-indent" :style="{ width: 16 * row[2] + 'px' }"></span>{{ row[1][n] }}</div>
            </td>
          </tr>
        </tbody>
      </table>
    </div>`,
  props: { name: String, columns: Array, rows: Array, sort: String, opens: Boolean, chooses: Boolean, chosen: Array },
  mounted() {
    this.watch = new ResizeObserver(() => this.fit());
    this.watch.observe(this.$el);
  },
  updated() { this.fit(); },
  unmounted() { this.watch.disconnect(); },
  methods: {
    // Where a row is wider than its place, the widest texts give way; what is short stays whole.
    fit() {
      const table = this.$el.querySelector("table");
      table.style.removeProperty("--sy-cap");
      const over = table.offsetWidth - this.$el.clientWidth;
      if (over <= 0 || !this.$el.clientWidth) return;
      const heads = [...table.querySelectorAll("th")].slice(this.chooses ? 1 : 0);
      const isText = (n) => ["text", "mono", "link"].includes(this.columns[n].kind);
      const inner = (head) => {
        const style = getComputedStyle(head);
        return head.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      };
      const widths = heads.filter((_, n) => isText(n)).map(inner).sort((a, b) => b - a);
      let spare = over + 1, cap = widths[0] || 0;
      for (let n = 0; n < widths.length && spare > 0; n++) {
        const next = Math.max(widths[n + 1] || 0, 56);
        const step = Math.min(spare / (n + 1), Math.max(0, cap - next));
        cap -= step;
        spare -= step * (n + 1);
      }
      table.style.setProperty("--sy-cap", Math.max(56, Math.floor(cap)) + "px");
    },
    isRight(column) { return column.kind === "number"; },
    order(column) {
      if (this.sort === column.name) return "ascending";
      return this.sort === "-" + column.name ? "descending" : null;
    },
    arrow(column) { return { ascending: " ↑", descending: " ↓" }[this.order(column)] || ""; },
    open(key) { if (this.opens) this.$emit("open", key); },
    toggle(key) {
      const kept = this.chosen.filter((one) => one !== key);
      this.$emit("choose", kept.length < this.chosen.length ? kept : [...this.chosen, key]);
    },
    move(event, by) {
      const row = event.currentTarget;
      const next = by > 0 ? row.nextElementSibling : row.previousElementSibling;
      if (next) next.focus();
    },
    focusRow(key) {
      const row = this.$el.querySelector('tr[data-key="' + CSS.escape(key) + '"]');
      if (row) row.focus();
    },
    plain(cell) { return Array.isArray(cell) ? String(cell[0]) : String(cell); },
    safe(path) { return path.startsWith("/") && !path.startsWith("//") ? path : null; },
    time(iso) { return new Date(iso).toLocaleString("sv-SE").slice(0, 16); }, // in the visitor's own zone
    spark(points) { return points.map((_, n) => `${2 + (96 * n) / (points.length - 1)},${this.height(points, n)}`).join(" "); },
    height(points, n) {
      const low = Math.min(...points), high = Math.max(...points);
      return 12 - (20 * (points[n] - (low + high) / 2)) / Math.max(0.1, high - low); // noise must not look like news
    },
    x(share) { return 100 * Math.min(1, Math.max(0, share)); },
  },
};
