export default {
  template: `
    <svg class="sy-spark" viewBox="0 0 100 24" preserveAspectRatio="none" role="img" :aria-label="name">
      <polygon v-if="band" class="band" :points="band" />
      <polyline v-if="points.length > 1" class="line" :points="line" />
      <rect v-if="points.length" class="last" :x="x(points.length - 1) - 1" :y="y(points[points.length - 1][0]) - 2.5" width="2" height="5" />
    </svg>`,
  props: { name: String, points: Array },
  computed: {
    line() { return this.points.map((one, n) => `${this.x(n)},${this.y(one[0])}`).join(" "); },
    band() {
      if (this.points.length < 2 || this.points.some((one) => one[1] === null || one[2] === null)) return "";
      const up = this.points.map((one, n) => `${this.x(n)},${this.y(one[2])}`);
      const down = this.points.map((one, n) => `${this.x(n)},${this.y(one[1])}`).reverse();
      return [...up, ...down].join(" ");
    },
  },
  methods: {
    x(n) { return this.points.length > 1 ? 2 + (96 * n) / (this.points.length - 1) : 50; },
    y(value) {
      const all = this.points.flat().filter((one) => one !== null);
      const middle = (Math.min(...all) + Math.max(...all)) / 2;
      const span = Math.max(0.1, Math.max(...all) - Math.min(...all)); // noise must not look like news
      return 12 - (20 * (value - middle)) / span;
    },
  },
};
