import { featureHref } from '../../frame/address.ts';
import { DataTable } from '../../parts/list/data-table.tsx';
import type { PlanAction } from '../../server/operations.ts';
import { pageTexts } from '../texts.ts';
import { describeAction, losesStrategies } from './promotion.ts';
import { transferTexts } from './texts.ts';
import { partsTexts } from '../../parts/texts.ts';
import * as dataTableStyles from '../../parts/list/data-table.module.css';
import * as tagStyles from '../../parts/mark/tag.module.css';

const texts = transferTexts.promotion;

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
      label={texts.differences}
      rows={actions}
      nameOf={({ name }) => name}
      columns={[
        {
          title: partsTexts.feature.feature,
          cell: (action) => (
            <span class={dataTableStyles.choosable}>
              <input
                type="checkbox"
                aria-label={pageTexts.health.choose(action.name)}
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
        { title: texts.wouldChange(to), cell: (action) => <Difference action={action} to={to} /> },
      ]}
    />
  );
}

function Difference({ action, to }: { readonly action: PlanAction; readonly to: string }) {
  return (
    <ul class={dataTableStyles.reasons}>
      {action.reason !== undefined && (
        <li>
          <span class={tagStyles.stop}>{texts.refused(action.reason)}</span>
        </li>
      )}
      {action.changedInTarget && (
        <li>
          <span class={tagStyles.caution}>{texts.changedInTarget(to)}</span>
        </li>
      )}
      {losesStrategies(action) && (
        <li>
          <span class={tagStyles.stop}>{texts.losesStrategies}</span>
        </li>
      )}
      {describeAction(action).map(({ part, before, after }) => (
        <li key={`${part} ${before} ${after}`}>
          <span>{part}</span> {before !== null && <del aria-label={texts.was(before)}>{before}</del>}{' '}
          {after !== null && <ins aria-label={texts.becomes(after)}>{after}</ins>}
        </li>
      ))}
    </ul>
  );
}
