import { Icon } from '../../parts/mark/icon.tsx';
import { Menu } from '../../parts/layer/menu.tsx';
import { Empty, PlainPanel } from '../../parts/panel/panel.tsx';
import { pendingChangeOf, type PendingRequest } from './pending.ts';
import { contentOf, freshStrategy } from '../strategy/strategy-draft.ts';
import { openerOf, StrategyEditor } from './strategy/strategy-editor.tsx';
import { StrategyRow } from './strategy-row.tsx';
import { add } from './strategy/strategy-writes.ts';
import { type ShownEnvironment, type Strategy, useRefusal, type ReadFeature } from './state/use-feature.ts';
import { useSegmentNames } from '../strategy/use-segment-names.ts';
import { type Target, writeAtOnce, type DraftChange } from './state/write.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as styles from './feature.module.css';
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { useShortcuts } from '../../parts/shortcuts.ts';
import type { StrategyContent } from '../../parts/strategy/sentence.ts';
import { useAnswer } from '../../server/ask.ts';
import { dropDraft, savedDraft } from '../../parts/saved-draft.ts';
import { type Base, draftKey, type SavedStrategy } from './strategy/use-strategy-draft.ts';

/** Further ones are folded. */
const maxStrategies = 5;

const addPlan = (target: Target) => void import('./release/add-plan.tsx').then(({ openAddPlan }) => openAddPlan(target));

/** The strategies of one environment, joined by "or". One at a time can be edited in place. */
export function FeatureStrategies(props: StrategiesProps) {
  const { read, environment, environments, pending, matches, personas, drafts } = props;
  const { target, edited, base, beginning, stored, isRemoved, listed, mayNotAdd, refusal, begin, beginnings, edit, close } =
    useEditedStrategy(props);
  const segmentName = useSegmentNames();
  const { strategies } = environment;
  const isUnfolded = useSignal(false);
  const isFolded = (id: string, index: number) => !isUnfolded.value && index >= maxStrategies && id !== edited;
  const editing = { target, segmentName, drafts, stored, close };
  return (
    <PlainPanel>
      <StrategiesHead {...{ environment, environments, target }} refused={mayNotAdd} begin={() => begin()} />
      {listed.length === 0 && edited !== fresh && (
        <NoStrategy isOn={environment.enabled} beginnings={{ ...beginnings, release: () => mayNotAdd === undefined && addPlan(target) }} />
      )}
      <ol>
        {listed.map((strategy, index) =>
          isFolded(strategy.id, index) ? null : (
            <li key={strategy.id}>
              {index > 0 && <p class={styles.or}>or</p>}
              {edited === strategy.id ? (
                <StrategyEditor
                  {...editing}
                  base={base}
                  current={isRemoved ? null : { strategy, version: read.version }}
                  begun={contentOf(strategy)}
                  number={index + 1}
                />
              ) : (
                <StrategyRow
                  {...{ target, strategies, index, segmentName, refusal, personas }}
                  pending={pendingChangeOf(pending, strategy, segmentName)}
                  milestone={milestoneOf(environment, strategy)}
                  matches={matches && (matches.get(strategy.id) ?? 0)}
                  edit={() => edit(strategy)}
                />
              )}
            </li>
          ),
        )}
        {!isUnfolded.value && listed.length > maxStrategies && (
          <li class={panelStyles.body}>
            <Button press={() => (isUnfolded.value = true)}>Show {listed.length - maxStrategies} more</Button>
          </li>
        )}
        {edited === fresh && beginning && (
          <li>
            {strategies.length > 0 && <p class={styles.or}>or</p>}
            <StrategyEditor {...editing} base={null} begun={beginning} number={strategies.length + 1} />
          </li>
        )}
      </ol>
    </PlainPanel>
  );
}

interface StrategiesHeadProps {
  readonly environment: ShownEnvironment;
  readonly environments: readonly ShownEnvironment[];
  readonly target: Target;
  readonly refused: string | undefined;
  readonly begin: () => void;
}

function StrategiesHead({ environment, environments, target, refused, begin }: StrategiesHeadProps) {
  const others = environments.filter((other) => other.name !== environment.name && other.strategies.length > 0);
  return (
    <header>
      <div>
        <h2>Who gets it in {environment.name}</h2>
        {environment.strategies.length > 1 && <small>users who match any strategy</small>}
      </div>
      <span class={panelStyles.end}>
        <OtherEnvironments {...{ environments, others, target, refused }} />
        {(environment.releasePlans ?? []).length === 0 && (
          <Button refused={refused} press={() => addPlan(target)} icon="milestones" text="Add release plan" />
        )}
        <Button id={openerOf(null)} refused={refused} press={begin}>
          <Icon name="plus" />
          Add strategy <kbd>S</kbd>
        </Button>
      </span>
    </header>
  );
}

interface OtherEnvironmentsProps {
  readonly environments: readonly ShownEnvironment[];
  /** Environments with strategies to copy. */
  readonly others: readonly ShownEnvironment[];
  readonly target: Target;
  readonly refused: string | undefined;
}

/** Compares with other environments, and copies their strategies. */
function OtherEnvironments({ environments, others, target, refused }: OtherEnvironmentsProps) {
  const { feature, environment } = target;
  if (environments.length < 2) return null;
  const first = [environment, ...environments.map(({ name }) => name).filter((name) => name !== environment)].slice(0, 2);
  const compare = () => void import('./compare.tsx').then(({ openCompare }) => openCompare(feature, { environments, first }));
  const copies = others.map((other) => ({
    title: `Copy from ${other.name}`,
    refused,
    press: () =>
      void writeAtOnce(target, add(target, other.strategies.map(contentOf), `Copied strategies from ${other.name} to ${environment}.`)),
  }));
  return (
    <Menu label="Other environments" title="Other environments" icon="down" choices={[{ title: 'Compare…', press: compare }, ...copies]} />
  );
}

/** The milestone of the release plan that a strategy belongs to, if any. */
const milestoneOf = ({ releasePlans = [] }: ShownEnvironment, { milestoneId }: Strategy): string | undefined =>
  releasePlans.flatMap(({ milestones }) => milestones).find(({ id }) => id === milestoneId)?.name;

interface NoStrategyProps {
  readonly isOn: boolean;
  readonly beginnings: Readonly<Record<'share' | 'segment' | 'conditions' | 'release', () => void>>;
}

function NoStrategy({ isOn, beginnings }: NoStrategyProps) {
  return (
    <Empty title={isOn ? 'On for everyone' : 'No strategies yet'}>
      <p>Without a strategy, everyone gets the feature when it is turned on. Start with:</p>
      <div class={styles.choose}>
        <Button look="button" press={beginnings.share} text="a percentage" />
        <Button look="button" press={beginnings.segment} text="a segment" />
        <Button look="button" press={beginnings.conditions} text="conditions" />
        <Button look="button" press={beginnings.release} text="a release plan" />
      </div>
    </Empty>
  );
}

interface StrategiesProps {
  readonly read: ReadFeature;
  readonly environment: ShownEnvironment;
  readonly environments: readonly ShownEnvironment[];
  /** Open change requests in this environment. */
  readonly pending: readonly PendingRequest[];
  /** Numbers of test users who get the feature by a strategy; undefined while unknown. */
  readonly matches: ReadonlyMap<string, number> | undefined;
  readonly personas: number;
  readonly drafts: (changes: readonly DraftChange[] | null) => void;
}

/** Placeholder id of a new strategy. */
const fresh = 'fresh';

/** Which strategy of an environment is being edited, if any, with functions to start and stop. */
function useEditedStrategy({ read, environment, drafts }: StrategiesProps) {
  const { project, name } = read.detail;
  const target: Target = { project, feature: name, environment: environment.name, protected: environment.protected };
  const begun = useMemo(() => savedDraft(draftKey(target)) as SavedStrategy | null, []);
  const saved = useSignal(begun?.draft);
  const edited = useSignal<string | null>(begun && (begun.base?.strategy.id ?? fresh));
  /** The edited strategy as it was when editing began. */
  const base = useSignal<Base | null>(begun?.base ?? null);
  const beginning = useSignal<StrategyContent | null>(begun?.begun ?? null);
  const stickiness = useDefaultStickiness(project);
  const refusal = useRefusal(project);
  const mayNotAdd = refusal('CREATE_FEATURE_STRATEGY', environment);
  const begin = (content: Partial<StrategyContent> = {}) => {
    if (mayNotAdd !== undefined) return;
    beginning.value = { ...freshStrategy(name, stickiness), ...content };
    edited.value = fresh;
  };
  const { strategies } = environment;
  const edit = (strategy: Base['strategy']) => {
    base.value = { strategy, version: read.version };
    edited.value = strategy.id;
  };
  const first = strategies.find(({ milestoneId }) => !milestoneId);
  const mayNotEdit = refusal('UPDATE_FEATURE_STRATEGY', environment);
  useShortcuts(
    useMemo(() => {
      const open = () => first && mayNotEdit === undefined && edited.value === null && edit(first);
      return { strategy: () => begin(), open };
    }, [name, stickiness, mayNotAdd, mayNotEdit, first, read.version]),
  );
  const isRemoved = edited.value !== null && edited.value === base.value?.strategy.id && !strategies.some(({ id }) => id === edited.value);
  return {
    target,
    edited: edited.value,
    base: base.value,
    beginning: beginning.value,
    stored: { key: draftKey(target), draft: saved.value },
    isRemoved,
    /** A strategy that someone deletes during editing stays listed until its editor is closed. */
    listed: isRemoved && base.value ? [...strategies, base.value.strategy] : strategies,
    mayNotAdd,
    refusal: (permission: string) => refusal(permission, environment),
    begin,
    beginnings: {
      share: () => begin({ parameters: { ...freshStrategy(name, stickiness).parameters, rollout: '25' } }),
      segment: () => begin(),
      conditions: () => begin({ constraints: [{ contextName: 'userId', operator: 'IN', values: [] }] }),
    },
    edit,
    close: () => {
      dropDraft(draftKey(target));
      saved.value = undefined;
      edited.value = null;
      drafts(null);
    },
  };
}

function useDefaultStickiness(project: string): string {
  const { data } = useAnswer('GET /api/admin/projects', {});
  return data?.projects.find(({ id }) => id === project)?.defaultStickiness ?? 'default';
}
