// A notice that outlives one opening of the page: with `later` it is kept and the page opened anew.
const kept = "sy-said";

export default {
  props: { later: String },
  mounted() {
    if (this.later) {
      sessionStorage.setItem(kept, this.later);
      location.reload();
      return;
    }
    const said = sessionStorage.getItem(kept);
    if (!said) return;
    sessionStorage.removeItem(kept);
    Quasar.Notify.create({ message: said, type: "positive" });
  },
  render: () => null,
};
