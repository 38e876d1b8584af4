export default {
  template: `
    <div class="sy-table-frame" tabindex="0" role="region" :aria-label="name">
      <table class="sy-table sy-judgements">
        <thead><tr><td></td><th v-for="(one, n) in names" :key="n" scope="col" :title="one"><div class="sy-cell">{{ one }}</div></th></tr></thead>
        <tbody>
          <tr v-for="(one, i) in names" :key="i">
            <th scope="row" :title="one"><div class="sy-cell">{{ one }}</div></th>
            <td v-for="(other, j) in names" :key="j" :class="{ 'sy-worst': isWorst(i, j) }" class="sy-field">
              <select v-if="i < j" :value="cells[i][j]" :disabled="locked" :aria-label="one + ' : ' + other"
                      @change="$emit('change', [i, j, $event.target.value])">
                <option v-if="!scale.some((step) => step[0] === cells[i][j])" :value="cells[i][j]">{{ cells[i][j] }}</option>
                <option v-for="step in scale" :key="step[0]" :value="step[0]">{{ step[1] }}</option>
              </select>
              <span v-else class="sy-quiet">{{ cells[i][j] }}</span>
            </td>
          </tr>
        </tbody>
      </table>
    </div>`,
  emits: ["change"], // else the native event of the same name would come too
  props: { name: String, names: Array, cells: Array, worst: Array, scale: Array, locked: Boolean },
  methods: {
    isWorst(i, j) { return this.worst !== null && ((i === this.worst[0] && j === this.worst[1]) || (j === this.worst[0] && i === this.worst[1])); },
  },
};
