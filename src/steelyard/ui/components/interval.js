export default {
  template: `
    <svg class="sy-interval" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" x="0" y="5" width="100" height="4" rx="2" />
      <rect v-if="low !== null && high !== null" class="range" :x="x(low)" y="3"
            :width="Math.max(0.5, x(high) - x(low))" height="8" rx="2" />
      <rect v-if="value !== null" class="point" :x="x(value) - 0.6" y="1" width="1.2" height="12" />
      <line v-if="gate !== null" class="gate" :x1="x(gate)" :x2="x(gate)" y1="0" y2="14" />
    </svg>`,
  props: { value: Number, low: Number, high: Number, gate: Number },
  methods: { x(share) { return 100 * Math.min(1, Math.max(0, share)); } },
};
