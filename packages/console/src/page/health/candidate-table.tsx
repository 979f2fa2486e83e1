import { useSignal } from '@preact/signals';
import { pageTexts } from '../texts.ts';
import { healthTexts } from './texts.ts';
import { featureHref } from '../../frame/address.ts';
import { Ago } from '../../parts/mark/age.tsx';
import { DataTable } from '../../parts/list/data-table.tsx';
import { useAnswer } from '../../server/answer.ts';
import { describeReasons } from './reasons.ts';
import type { FoundRow } from './use-found-features.ts';
import { partsTexts } from '../../parts/texts.ts';
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
          {healthTexts.chooseAll(rows.length)}
        </label>
      </p>
      <DataTable
        label={healthTexts.candidates}
        rows={rows}
        nameOf={({ name }) => name}
        columns={[
          {
            title: partsTexts.feature.feature,
            cell: ({ name, description }) => (
              <span class={dataTableStyles.choosable}>
                <input
                  type="checkbox"
                  aria-label={pageTexts.health.choose(name)}
                  checked={chosen.includes(name)}
                  onChange={() => choose(name)}
                />
                <span class={dataTableStyles.who}>
                  <a class="mono" href={featureHref(project, name)}>
                    {name}
                  </a>
                  <small>{description}</small>
                </span>
              </span>
            ),
          },
          {
            title: healthTexts.why,
            cell: (row) => (
              <ul class={dataTableStyles.reasons}>
                {describeReasons(row, lifetimes, now).map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            ),
          },
          { title: healthTexts.proof, cell: (row) => <Proof row={row} /> },
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
          <b>{name}</b> {enabled ? healthTexts.on : healthTexts.off}, {healthTexts.lastEvaluated} <Ago at={lastSeenAt} />
          {yes + no > 0 && <span class={tagStyles.caution}>{pageTexts.feature.evaluations(yes + no)}</span>}
        </li>
      ))}
    </ul>
  );
}
