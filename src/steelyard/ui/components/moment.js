export default {
  template: `<time :datetime="iso" :title="iso">{{ new Date(iso).toLocaleString("sv-SE") }}</time>`,
  props: { iso: String },
};
