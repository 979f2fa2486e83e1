import { LinkedFeature } from '../feature/linked-feature.tsx';
import { CheckBox } from '../../parts/form/flag-field.tsx';
import { DataTable } from '../../parts/list/data-table.tsx';
import { counted, formatFigure } from '../../base/format.ts';
import { describeReach, type Reach } from '../../base/reach.ts';
import { StatusDot } from '../../parts/mark/status-dot.tsx';
import { isSameStrategy } from '../strategy/strategy-draft.ts';
import { describeAction, type Difference, type DifferenceContent, isHarmless, sumEffects } from './promotion.ts';
import * as styles from './transfer.module.css';
import * as dataTableStyles from '../../parts/list/data-table.module.css';
import * as tagStyles from '../../parts/mark/tag.module.css';

interface DifferenceGroupProps {
  readonly project: string;
  readonly to: string;
  readonly title: string;
  readonly all: readonly Difference[];
  /** The changes on the page. */
  readonly shown: readonly Difference[];
  /** The loaded content of the changes on the page, by feature. */
  readonly contents: ReadonlyMap<string, DifferenceContent>;
  /** Absent: all changes are made. */
  readonly selection?: Selection;
}

export interface Selection {
  readonly isSelected: (action: Difference) => boolean;
  readonly decide: (changed: readonly Difference[], isChosen: boolean) => void;
}

/** Changes with the same kind of effect, and a check box for those that need no second look. */
export function DifferenceGroup({ project, to, title, all, shown, contents, selection }: DifferenceGroupProps) {
  if (shown.length === 0) return null;
  const harmless = all.filter(isHarmless);
  const areSelected = selection !== undefined && harmless.length > 0 && harmless.every(selection.isSelected);
  const choice = selection && (
    <CheckBox
      label={`Select without warnings: ${title}`}
      isOn={areSelected}
      isDisabled={harmless.length === 0}
      change={() => selection.decide(harmless, !areSelected)}
    />
  );
  return (
    <div class={styles.effects}>
      <h2 class={`${dataTableStyles.choosable} ${styles.group}`}>
        {choice}
        {title}
        <small>{[counted(all.length, 'feature'), sumEffects(all)].filter(Boolean).join(' · ')}</small>
      </h2>
      <DataTable
        label={title}
        rows={shown}
        columns={[
          {
            title: 'Feature',
            cell: (action) => (
              <span class={dataTableStyles.choosable}>
                {selection && (
                  <CheckBox
                    label={`Select ${action.name}`}
                    isOn={selection.isSelected(action)}
                    isDisabled={action.reason !== undefined}
                    change={() => selection.decide([action], !selection.isSelected(action))}
                  />
                )}
                <LinkedFeature project={project} name={action.name} environment={to} />
              </span>
            ),
          },
          {
            title: 'Reach',
            cell: ({ name }) => {
              const effect = contents.get(name)?.effect;
              return effect && <ReachChange {...effect} />;
            },
          },
          {
            title: 'Evaluations',
            cell: (action) => (
              <span class={dataTableStyles.who}>
                {formatFigure(action.effect?.evaluations ?? 0)}/h
                <small>{sumEffects([action])}</small>
              </span>
            ),
          },
          { title: `Changes in ${to}`, cell: (action) => <Changes action={action} content={contents.get(action.name)} to={to} /> },
        ]}
      />
    </div>
  );
}

function ReachChange({ before, after }: { readonly before: Reach; readonly after: Reach }) {
  const shown = [before, after].map((reach) => ({ reach, words: describeReach(reach, reach.strategies > 0) }));
  const last = isSameStrategy(before, after) ? shown.slice(1) : shown;
  return (
    <span class={styles.reach}>
      {last.map(({ reach, words }, index) => (
        <span key={index}>
          {index > 0 && '→ '}
          <StatusDot reach={reach} />
          {words}
        </span>
      ))}
    </span>
  );
}

interface ChangesProps {
  readonly action: Difference;
  readonly content: DifferenceContent | undefined;
  readonly to: string;
}

function Changes({ action, content, to }: ChangesProps) {
  const lines = content && !isSameStrategy(content.before, content.after) ? describeAction(content) : [];
  return (
    <ul class={dataTableStyles.reasons}>
      {action.reason !== undefined && (
        <li>
          <span class={tagStyles.stop}>Refused: {action.reason}</span>
        </li>
      )}
      {action.op === 'create' && (
        <li>
          <span class={tagStyles.tag}>New feature</span>
        </li>
      )}
      {action.changedInTarget && (
        <li>
          <span class={tagStyles.caution}>Changed in {to} since the last promotion</span>
        </li>
      )}
      {action.losesStrategies && (
        <li>
          <span class={tagStyles.stop}>Would lose all strategies</span>
        </li>
      )}
      {action.localApplications && (
        <li>
          <span class={tagStyles.caution}>
            {[...new Set(action.localApplications.map(({ appName }) => appName))].join(', ')} would no longer get it: the list is too long
            for SDKs
          </span>
        </li>
      )}
      {lines.map(({ part, before, after }) => (
        <li key={`${part} ${before} ${after}`}>
          <span>{part}</span> {before !== null && <del aria-label={`was ${before}`}>{before}</del>}{' '}
          {after !== null && <ins aria-label={`becomes ${after}`}>{after}</ins>}
        </li>
      ))}
    </ul>
  );
}
