import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { useShortcuts } from '../../frame/shortcuts.ts';
import type { StrategyContent } from '../../parts/strategy/sentence.ts';
import { useAnswer } from '../../server/answer.ts';
import { dropDraft, savedDraft } from '../../parts/saved-draft.ts';
import { freshStrategy } from '../strategy/strategy-draft.ts';
import type { PendingRequest } from './pending.ts';
import { type Base, draftKey, type SavedStrategy } from './strategy/use-strategy-draft.ts';
import { type ShownEnvironment, useRefusal } from './state/use-environments.ts';
import type { ReadFeature } from './state/use-feature.ts';
import type { DraftChange, Target } from './state/write.ts';

export interface StrategiesProps {
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
export const fresh = 'fresh';

/** Which strategy of an environment is being edited, if any, with functions to start and stop. */
export function useEditedStrategy({ read, environment, drafts }: StrategiesProps) {
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
