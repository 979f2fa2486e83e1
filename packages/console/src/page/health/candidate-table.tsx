import { useSignal } from '@preact/signals';
import { featureHref } from '../../frame/address.ts';
import { Ago } from '../../parts/mark/age.tsx';
import { CheckBox } from '../../parts/form/flag-field.tsx';
import { DataTable } from '../../parts/list/data-table.tsx';
import { NameCell } from '../../parts/panel/list-panel.tsx';
import { useAnswer } from '../../server/ask.ts';
import { describeReasons } from './reasons.ts';
import type { FoundRow } from '../../server/use-pages.ts';
import { counted } from '../../base/format.ts';
import * as dataTableStyles from '../../parts/list/data-table.module.css';
import * as fieldStyles from '../../parts/form/field.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as tagStyles from '../../parts/mark/tag.module.css';

interface CandidateTableProps {
  readonly project: string;
  readonly rows: readonly FoundRow[];
  readonly chosen: readonly string[];
  readonly choose: (name: string) => void;
  readonly chooseAll: () => void;
}

/** Cleanup candidates with reasons and evidence per environment. */
export function CandidateTable({ project, rows, chosen, choose, chooseAll }: CandidateTableProps) {
  const { data } = useAnswer('GET /api/admin/feature-types', {});
  const lifetimes = new Map((data?.types ?? []).flatMap(({ id, lifetimeDays }) => (lifetimeDays ? [[id, lifetimeDays] as const] : [])));
  const now = useSignal(Date.now()).value;
  return (
    <>
      <p class={`${panelStyles.body} ${dataTableStyles.chooseAll}`}>
        <label class={fieldStyles.check}>
          <input type="checkbox" checked={chosen.length === rows.length} onChange={chooseAll} />
          {rows.length === 1 ? 'Select the feature below' : `Select all ${rows.length} below`}
        </label>
      </p>
      <DataTable
        label="Cleanup candidates"
        rows={rows}
        columns={[
          {
            title: 'Feature',
            cell: ({ name, description }) => (
              <span class={dataTableStyles.choosable}>
                <CheckBox label={`Select ${name}`} isOn={chosen.includes(name)} change={() => choose(name)} />
                <NameCell name={name} href={featureHref(project, name)} about={description} isKey />
              </span>
            ),
          },
          {
            title: 'Reason',
            cell: (row) => (
              <ul class={dataTableStyles.reasons}>
                {describeReasons(row, lifetimes, now).map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            ),
          },
          { title: 'Evidence', cell: (row) => <Proof row={row} /> },
        ]}
      />
    </>
  );
}

/** Last evaluation, state and recent results per environment. */
function Proof({ row: { environments } }: { readonly row: FoundRow }) {
  return (
    <ul class={dataTableStyles.reasons}>
      {environments.map(({ name, enabled, lastSeenAt, yes, no }) => (
        <li key={name}>
          <b>{name}</b> {enabled ? 'on' : 'off'}, last evaluated: <Ago at={lastSeenAt} />
          {yes + no > 0 && <span class={tagStyles.caution}>{counted(yes + no, 'evaluation')} in the past hour</span>}
        </li>
      ))}
    </ul>
  );
}
