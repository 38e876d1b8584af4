// A notice that outlives one opening of the page.
export default {
  props: { kept: String },
  mounted() {
    const said = sessionStorage.getItem(this.kept);
    if (!said) return;
    sessionStorage.removeItem(this.kept);
    Quasar.Notify.create({ message: said, type: "positive" });
  },
  render: () => null,
};
