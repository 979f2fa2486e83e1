import { featureHref } from '../../frame/address.ts';
import { DataTable } from '../../parts/list/data-table.tsx';
import type { PlanAction } from '../../server/operations.ts';
import { describeAction, losesStrategies } from './promotion.ts';
import * as dataTableStyles from '../../parts/list/data-table.module.css';
import * as tagStyles from '../../parts/mark/tag.module.css';

interface DifferenceTableProps {
  readonly project: string;
  readonly to: string;
  readonly actions: readonly PlanAction[];
  readonly isSelected: (action: PlanAction) => boolean;
  readonly choose: (action: PlanAction) => void;
}

/** One row per feature: current and new values in the target, and the reasons for a second look. */
export function DifferenceTable({ project, to, actions, isSelected, choose }: DifferenceTableProps) {
  return (
    <DataTable
      label="Differences"
      rows={actions}
      nameOf={({ name }) => name}
      columns={[
        {
          title: 'Feature',
          cell: (action) => (
            <span class={dataTableStyles.choosable}>
              <input
                type="checkbox"
                aria-label={`Select ${action.name}`}
                checked={isSelected(action)}
                disabled={action.reason !== undefined}
                onChange={() => choose(action)}
              />
              <a class="mono" href={`${featureHref(project, action.name)}?in=${encodeURIComponent(to)}`}>
                {action.name}
              </a>
            </span>
          ),
        },
        { title: `Changes in ${to}`, cell: (action) => <Difference action={action} to={to} /> },
      ]}
    />
  );
}

function Difference({ action, to }: { readonly action: PlanAction; readonly to: string }) {
  return (
    <ul class={dataTableStyles.reasons}>
      {action.reason !== undefined && (
        <li>
          <span class={tagStyles.stop}>Refused: {action.reason}</span>
        </li>
      )}
      {action.changedInTarget && (
        <li>
          <span class={tagStyles.caution}>Changed in {to} since the last promotion</span>
        </li>
      )}
      {losesStrategies(action) && (
        <li>
          <span class={tagStyles.stop}>Would lose all strategies</span>
        </li>
      )}
      {describeAction(action).map(({ part, before, after }) => (
        <li key={`${part} ${before} ${after}`}>
          <span>{part}</span> {before !== null && <del aria-label={`was ${before}`}>{before}</del>}{' '}
          {after !== null && <ins aria-label={`becomes ${after}`}>{after}</ins>}
        </li>
      ))}
    </ul>
  );
}
