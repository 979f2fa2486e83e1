import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { useShortcuts, useSubmit } from '../../parts/shortcuts.ts';
import { FilterField } from '../../parts/list/filter-field.tsx';
import { Empty } from '../../parts/panel/panel.tsx';
import { proposeTitle, type Where } from '../proposal/target.ts';
import { TargetSelect } from '../proposal/target-select.tsx';
import { type PlanDifference, type Promotion, askAgain, type AppliedPlan, ask, useAnswer } from '../../server/ask.ts';
import { DifferenceGroup, type Selection } from './difference-table.tsx';
import { type Difference, effectTitles, firstNames, isHarmless, sumEffects } from './promotion.ts';
import { counted, formatFigure } from '../../base/format.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as dataTableStyles from '../../parts/list/data-table.module.css';
import * as fieldStyles from '../../parts/form/field.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';
import { SaveBar } from '../../parts/form/save-bar.tsx';
import * as styles from './transfer.module.css';
import { confirm } from '../../parts/form/confirm.tsx';
import { type Proposed, proposeInto } from '../proposal/propose.ts';
import { showError, showToast, showToastWithLink } from '../../parts/layer/toast.tsx';
import { undoPlan } from '../proposal/undo-plan.ts';
import { catchRefusal, Refused } from '../../server/refusal.ts';
import { useSending } from '../../server/use-sending.ts';

const rowsPerPage = 50;
const maxNames = 3;
const kinds = Object.keys(effectTitles) as (keyof typeof effectTitles)[];

interface DifferenceListProps {
  readonly project: string;
  readonly promotion: Promotion;
  readonly isProtected: boolean;
  readonly differences: readonly PlanDifference[];
}

const selectAll = (count: number) =>
  count === 1 ? 'Select the change without warnings' : `Select all ${formatFigure(count)} without warnings`;

/** The changes of a plan, filtered and in pages, and the promotion of the selected ones. */
export function DifferenceList({ project, promotion, isProtected, differences }: DifferenceListProps) {
  const to = promotion.to.environment;
  const [filter, onlySelected, page] = [useSignal(''), useSignal(false), useSignal(0)];
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const isSelected = ({ name, reason }: Difference) => reason === undefined && chosen.value.has(name);
  const selected = useMemo(() => differences.filter(isSelected), [differences, chosen.value]);
  const text = filter.value.trim().toLowerCase();
  const groups = useMemo(() => Map.groupBy(differences, ({ effect }) => effect?.kind ?? 'same'), [differences]);
  const isShown = (action: PlanDifference) => (!onlySelected.value || isSelected(action)) && action.name.toLowerCase().includes(text);
  const byGroup = kinds.map((kind) => ({ kind, all: (groups.get(kind) ?? []).filter(isShown) }));
  const shown = byGroup.flatMap(({ all }) => all);
  const harmless = shown.filter(isHarmless);
  const areAllSelected = harmless.length > 0 && harmless.every(isSelected);
  const selection: Selection = { isSelected, decide: (changed, isChosen) => (chosen.value = withNames(chosen.value, changed, isChosen)) };
  const chooseAll = () => selection.decide(harmless, !areAllSelected);
  useShortcuts({ select: chooseAll });
  const first = Math.min(page.value, Math.max(0, Math.ceil(shown.length / rowsPerPage) - 1)) * rowsPerPage;
  const onPage = new Set(shown.slice(first, first + rowsPerPage));
  const contents = useContents(project, promotion, [...onPage]);
  return (
    <>
      <div class={`${panelStyles.body} ${dataTableStyles.chooseAll} ${styles.tools}`}>
        <FilterField
          label="Filter by name"
          value={filter.value}
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
          {...{ project, to, all, contents, selection }}
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

/** The content of changes by feature. While it is loading, that of the page before. */
function useContents(project: string, promotion: Promotion, differences: readonly PlanDifference[]) {
  const features = namesOf(differences);
  const { data } = useAnswer(
    'POST /api/admin/projects/{projectId}/promotions/plan',
    { path: { projectId: project }, body: { ...promotion, select: { features } } },
    { when: features.length > 0, keepsLast: true },
  );
  return new Map((data?.actions ?? []).map((action) => [action.name, action]));
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
  readonly selected: readonly PlanDifference[];
  readonly go: () => Promise<void>;
}

/** Summary of the promotion and its button. */
function PromoteBar({ to, where, selected, go }: PromoteBarProps) {
  const { isBusy, send } = useSending();
  const first = (some: readonly PlanDifference[]) => firstNames(namesOf(some), maxNames);
  const overwritten = selected.filter(({ changedInTarget }) => changedInTarget);
  const emptied = selected.filter(({ losesStrategies }) => losesStrategies);
  const effect = sumEffects(selected);
  const press = () => void send(go);
  useSubmit(press);
  return (
    <SaveBar
      state={
        <>
          <b>{isBusy.value ? `Promoting ${counted(selected.length, 'feature')}` : `${formatFigure(selected.length)} selected.`}</b>
          {effect !== '' && <small>Would be on for {effect} evaluations, judged by the past hour.</small>}
          {overwritten.length > 0 && <small>Overwrites later changes of {first(overwritten)}.</small>}
          {emptied.length > 0 && <small>These lose all strategies, so they will be off: {first(emptied)}.</small>}
        </>
      }
    >
      {where && <TargetSelect of={where} />}
      <Button
        look="main"
        size="small"
        aria-busy={isBusy.value}
        press={press}
        text={where ? proposeTitle(where) : promoteTitle(selected.length, to)}
      />
    </SaveBar>
  );
}

const namesOf = (differences: readonly PlanDifference[]): string[] => differences.map(({ name }) => name);

const alsoAbout = (names: readonly string[], changed: readonly string[]) =>
  `The selected features depend on ${names.join(', ')}. All of them are promoted together.${changed.length === 0 ? '' : ` This overwrites later changes of ${changed.join(', ')}.`}`;

/** Title of the button, and of the question about parents. */
const promoteTitle = (count: number, to: string) => `Promote ${counted(count, 'feature')} to ${to}`;

/** Promotes the changes that the user has seen, all or none. Asks first if parents of their features change as well. */
async function promote(project: string, promotion: Promotion, seen: readonly PlanDifference[]): Promise<void> {
  const path = { projectId: project };
  const body = {
    ...promotion,
    select: { features: namesOf(seen) },
    overwrite: namesOf(seen.filter(({ changedInTarget }) => changedInTarget)),
  };
  const { hash, differences } = await ask('POST /api/admin/projects/{projectId}/promotions/differences', { path, body });
  const found = new Map(differences.map(({ name, fingerprint }) => [name, fingerprint]));
  if (seen.some(({ name, fingerprint }) => found.get(name) !== fingerprint)) throw new Refused(0, { message: changedSince });
  const names = new Set(namesOf(seen));
  const parents = differences.filter(({ name }) => !names.has(name));
  const changedParents = namesOf(parents.filter(({ changedInTarget }) => changedInTarget));
  const { environment } = promotion.to;
  const isProposed = differences.some((action) => action.protected);
  const apply = async (overwrite: readonly string[]) => {
    const send = (into: string) =>
      ask('POST /api/admin/projects/{projectId}/promotions', { path, body: { ...body, overwrite, expect: { hash }, into } });
    if (isProposed) tellProposed(await proposeInto({ project, environment }, send));
    else tellPromoted(project, environment, await send('draft'));
    await askAgain();
  };
  if (parents.length === 0) return apply(body.overwrite);
  return confirm({
    title: 'Promote parents as well?',
    about: alsoAbout(namesOf(parents), changedParents),
    submitTitle: isProposed ? proposeTitle({ project, environment }) : promoteTitle(differences.length, environment),
    act: () => apply([...body.overwrite, ...changedParents]),
  });
}

/** Shows a refusal. */
async function promoteOrTell(...given: Parameters<typeof promote>): Promise<void> {
  const refusal = await catchRefusal(() => promote(...given));
  if (!refusal) return;
  showError(refusal.kind === 'PlanChanged' ? changedSince : refusal.message);
  await askAgain();
}

const changedSince = 'Nothing was promoted: someone changed these features in the meantime. Review the differences again.';

const tellPromoted = (project: string, environment: string, { id, applied }: AppliedPlan): void =>
  showToast(
    `Promoted ${counted(applied, 'feature')} to ${environment}.`,
    id === null ? undefined : () => void undoPlan({ projectId: project, planId: id }),
  );

function tellProposed({ answer: { changeRequests }, added }: Proposed<AppliedPlan>): void {
  const url = changeRequests[0]?.url ?? null;
  if (url === null) showToast(added);
  else showToastWithLink(added, { title: 'Open', href: url });
}
