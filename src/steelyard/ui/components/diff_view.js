// Pieces are [kind, text]; kinds are same, cut and put. Text only through {{ }}.
export default {
  template: `
    <div class="sy-diff">
      <div v-for="(side, n) in sides" :key="n" class="sy-column sy-tight">
        <span class="sy-quiet sy-small">{{ side[0] }}</span>
        <div class="sy-text" tabindex="0" role="region" :aria-label="side[0]"><template v-for="(piece, m) in side[1]" :key="m"><del v-if="piece[0] === 'cut'" class="sy-removed">{{ piece[1] }}</del><ins v-else-if="piece[0] === 'put'" class="sy-added">{{ piece[1] }}</ins><template v-else>{{ piece[1] }}</template></template></div>
      </div>
    </div>`,
  props: { sides: Array },
};
