// NiceGUI's own element watches the size of a figure that is no longer shown, which is an error to
// Plotly, and never lets go of the drawing.
export default {
  template: "<div></div>",
  emits: ["pick"],
  props: { options: Object },
  async mounted() {
    const { Plotly } = await import("nicegui-plotly");
    if (!this.$el.isConnected) return; // the visitor did not wait for it
    this.Plotly = Plotly;
    await Plotly.newPlot(this.$el, this.options);
    if (!this.$el.isConnected) return;
    this.$el.on("plotly_click", ({ points }) => this.$emit("pick", [points[0].x, points[0].y]));
    this.observer = new ResizeObserver(() => { if (this.$el.clientWidth) Plotly.Plots.resize(this.$el); });
    this.observer.observe(this.$el);
  },
  beforeUnmount() {
    this.observer?.disconnect();
    this.Plotly?.purge(this.$el);
  },
};
