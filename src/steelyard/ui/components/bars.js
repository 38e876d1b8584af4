export default {
  template: `
    <div class="sy-bars" role="table" :aria-label="name">
      <div v-for="(row, n) in rows" :key="n" class="sy-bars-row" role="row">
        <span class="sy-clip" role="rowheader" :title="row[0]">{{ row[0] }}</span>
        <div class="sy-bar" aria-hidden="true"><div :style="{ width: 100 * Math.min(1, Math.max(0, row[1])) + '%' }"></div></div>
        <span class="sy-number" role="cell">{{ row[2] }}</span>
      </div>
    </div>`,
  props: { name: String, rows: Array },
};
