import { useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { useShortcuts, useSubmit } from '../../frame/shortcuts.ts';
import { FilterField } from '../../parts/list/filter-field.tsx';
import { Empty } from '../../parts/panel/panel.tsx';
import { proposeTitle, type Where } from '../proposal/target.ts';
import { TargetSelect } from '../proposal/target-select.tsx';
import type { PlanAction, Promotion } from '../../server/operations.ts';
import { DifferenceGroup, type Selection } from './difference-table.tsx';
import { promoteOrTell, promoteTitle } from './promote-features.ts';
import { type Difference, effectTitles, firstNames, isHarmless, losesStrategies, sumEffects } from './promotion.ts';
import { counted } from '../../base/counted.ts';
import { formatFigure } from '../../base/figure.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as buttonStyles from '../../parts/mark/button.module.css';
import * as dataTableStyles from '../../parts/list/data-table.module.css';
import * as fieldStyles from '../../parts/form/field.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as saveBarStyles from '../../parts/form/save-bar.module.css';
import * as styles from './transfer.module.css';

const rowsPerPage = 50;
const maxNames = 3;
const kinds = Object.keys(effectTitles) as (keyof typeof effectTitles)[];

interface DifferenceListProps {
  readonly project: string;
  readonly promotion: Promotion;
  readonly isProtected: boolean;
  readonly actions: readonly PlanAction[];
}

const selectAll = (count: number) =>
  count === 1 ? 'Select the change without warnings' : `Select all ${formatFigure(count)} without warnings`;

/** The changes of a plan, filtered and in pages, and the promotion of the selected ones. */
export function DifferenceList({ project, promotion, isProtected, actions }: DifferenceListProps) {
  const to = promotion.to.environment;
  const [filter, onlySelected, page] = [useSignal(''), useSignal(false), useSignal(0)];
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const field = useRef<HTMLInputElement>(null);
  const isSelected = ({ name, reason }: Difference) => reason === undefined && chosen.value.has(name);
  const selected = useMemo(() => actions.filter(isSelected), [actions, chosen.value]);
  const text = filter.value.trim().toLowerCase();
  const groups = useMemo(() => Map.groupBy(actions, ({ effect }) => effect?.kind ?? 'same'), [actions]);
  const isShown = (action: PlanAction) => (!onlySelected.value || isSelected(action)) && action.name.toLowerCase().includes(text);
  const byGroup = kinds.map((kind) => ({ kind, all: (groups.get(kind) ?? []).filter(isShown) }));
  const shown = byGroup.flatMap(({ all }) => all);
  const harmless = shown.filter(isHarmless);
  const areAllSelected = harmless.length > 0 && harmless.every(isSelected);
  const selection: Selection = { isSelected, decide: (changed, isChosen) => (chosen.value = withNames(chosen.value, changed, isChosen)) };
  const chooseAll = () => selection.decide(harmless, !areAllSelected);
  useShortcuts({ select: chooseAll });
  const first = Math.min(page.value, Math.max(0, Math.ceil(shown.length / rowsPerPage) - 1)) * rowsPerPage;
  const onPage = new Set(shown.slice(first, first + rowsPerPage));
  return (
    <>
      <div class={`${panelStyles.body} ${dataTableStyles.chooseAll} ${styles.tools}`}>
        <FilterField
          label="Filter by name"
          value={filter.value}
          field={field}
          change={(value) => {
            filter.value = value;
            page.value = 0;
          }}
        />
        {harmless.length > 0 && (
          <label class={fieldStyles.check}>
            <input type="checkbox" checked={areAllSelected} onChange={chooseAll} />
            {selectAll(harmless.length)}
          </label>
        )}
        <label class={fieldStyles.check}>
          <input type="checkbox" checked={onlySelected.value} onChange={() => (onlySelected.value = !onlySelected.value)} />
          Only selected
        </label>
      </div>
      {shown.length === 0 && <Empty title="No change matches" />}
      {byGroup.map(({ kind, all }) => (
        <DifferenceGroup
          key={kind}
          title={effectTitles[kind](to)}
          shown={all.filter((action) => onPage.has(action))}
          {...{ project, to, all, selection }}
        />
      ))}
      <Pager first={first} total={shown.length} go={(at) => (page.value = at / rowsPerPage)} />
      {selected.length > 0 && (
        <PromoteBar
          {...{ to, selected }}
          where={isProtected ? { project, environment: to } : null}
          go={() => promoteOrTell(project, promotion, selected)}
        />
      )}
    </>
  );
}

function withNames(chosen: ReadonlySet<string>, changed: readonly Difference[], isChosen: boolean): ReadonlySet<string> {
  const names = new Set(changed.map(({ name }) => name));
  return isChosen ? chosen.union(names) : chosen.difference(names);
}

function Pager({ first, total, go }: { readonly first: number; readonly total: number; readonly go: (first: number) => void }) {
  if (total <= rowsPerPage) return null;
  const last = Math.min(total, first + rowsPerPage);
  return (
    <nav class={styles.pager} aria-label="Pages">
      <Button disabled={first === 0} press={() => go(first - rowsPerPage)} text="Previous" />
      <span role="status">
        {first + 1}–{last} of {formatFigure(total)}
      </span>
      <Button disabled={last === total} press={() => go(first + rowsPerPage)} text="Next" />
    </nav>
  );
}

interface PromoteBarProps {
  readonly to: string;
  /** The environment whose change request the changes go to; null if they are made directly. */
  readonly where: Where | null;
  readonly selected: readonly PlanAction[];
  readonly go: () => Promise<void>;
}

/** Summary of the promotion and its button. */
function PromoteBar({ to, where, selected, go }: PromoteBarProps) {
  const isBusy = useSignal(false);
  const namesOf = (actions: readonly PlanAction[]) =>
    firstNames(
      actions.map(({ name }) => name),
      maxNames,
    );
  const overwritten = selected.filter(({ changedInTarget }) => changedInTarget);
  const emptied = selected.filter(losesStrategies);
  const effect = sumEffects(selected);
  async function press() {
    if (isBusy.value) return;
    isBusy.value = true;
    await go().finally(() => (isBusy.value = false));
  }
  useSubmit(() => void press());
  return (
    <div class={`${saveBarStyles.saving} ${saveBarStyles.draft}`}>
      <div class={saveBarStyles.bar}>
        <span role="status">
          <b>{isBusy.value ? `Promoting ${counted(selected.length, 'feature')}` : `${formatFigure(selected.length)} selected.`}</b>
          {effect !== '' && <small>Would be on for {effect} evaluations, judged by the past hour.</small>}
          {overwritten.length > 0 && <small>Overwrites later changes of {namesOf(overwritten)}.</small>}
          {emptied.length > 0 && <small>These lose all strategies, so they will be off: {namesOf(emptied)}.</small>}
        </span>
        <span class={saveBarStyles.end}>
          {where && <TargetSelect of={where} />}
          <Button
            class={`${buttonStyles.small} ${buttonStyles.main}`}
            aria-busy={isBusy.value}
            press={() => void press()}
            text={where ? proposeTitle(where) : promoteTitle(selected.length, to)}
          />
        </span>
      </div>
    </div>
  );
}
