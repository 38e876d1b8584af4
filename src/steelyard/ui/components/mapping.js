export default {
  template: `
    <div class="sy-table-frame sy-mapping" tabindex="0" role="region" :aria-label="words.name">
      <table class="sy-table">
        <thead><tr><th scope="col">{{ words.column }}</th><th scope="col">{{ words.examples }}</th>
          <th scope="col" class="sy-right">{{ words.filled }}</th><th scope="col">{{ words.taken }}</th></tr></thead>
        <tbody>
          <tr v-for="(row, n) in rows" :key="row[0]">
            <td><div class="sy-cell sy-mono" :title="row[0]">{{ row[0] }}</div></td>
            <td><div class="sy-cell sy-quiet" :title="row[1]">{{ row[1] }}</div></td>
            <td class="sy-right">{{ row[2] }}</td>
            <td class="sy-field"><select :value="row[3]" :aria-label="words.taken + ' ' + row[0]" :disabled="locked"
                    @change="$emit('change', [n, $event.target.value])">
              <option v-for="one in fields" :key="one[0]" :value="one[0]">{{ one[1] }}</option></select></td>
          </tr>
        </tbody>
      </table>
    </div>`,
  emits: ["change"], // else the native event of the same name would come too
  props: { rows: Array, fields: Array, words: Object, locked: Boolean },
};
