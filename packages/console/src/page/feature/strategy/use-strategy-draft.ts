import { useSignal } from '@preact/signals';
import type { StrategyContent } from '../../../parts/strategy/sentence.ts';
import { useEffect } from 'preact/hooks';
import { dropDraft, saveDraft } from '../../../parts/saved-draft.ts';
import { useUnsaved } from '../../../parts/layer/unsaved.tsx';
import { Refused } from '../../../server/refusal.ts';
import { ask } from '../../../server/ask.ts';
import { calledBy, contentOf, isSameStrategy } from '../../strategy/strategy-draft.ts';
import { add, findStrategy, update } from './strategy-writes.ts';
import { readFeature, type Strategy } from '../state/use-feature.ts';
import { type Target, write } from '../state/write.ts';

/** A strategy when its editing began, with the feature version of that time. */
export interface Base {
  readonly strategy: Strategy;
  readonly version: string;
}

/** An unsaved strategy that survives a reload. */
export interface SavedStrategy {
  /** Null for a new strategy. */
  readonly base: Base | null;
  readonly begun: StrategyContent;
  readonly draft: StrategyContent;
}

/** Where a draft is stored, and the draft from before a reload, if any. */
export interface StoredDraft {
  readonly key: string;
  readonly draft: StrategyContent | undefined;
}

export const draftKey = ({ project, feature, environment }: Target): string => JSON.stringify(['strategy', project, feature, environment]);

/** Someone changed or deleted the strategy during editing. */
export interface Conflict {
  readonly kind: 'changed' | 'removed';
  readonly who: string | null;
  /** The strategy after their change; null if they deleted it. */
  readonly theirs: Base | null;
}

/** Checks what changed since `base`: returns a conflict, or a new base if only other parts of the feature changed. */
async function conflictAfter(target: Target, base: Base): Promise<Conflict | Base> {
  const { detail, version } = await readFeature(target.project, target.feature);
  const strategy = findStrategy(detail, target, base.strategy.id);
  return conflictWith(target, base, strategy ? { strategy, version } : null);
}

async function conflictWith(target: Target, base: Base, theirs: Base | null): Promise<Conflict | Base> {
  if (theirs && isSameStrategy(contentOf(theirs.strategy), contentOf(base.strategy))) return theirs;
  const who = await whoChanged(target, base.strategy.id);
  return { kind: theirs ? 'changed' : 'removed', who, theirs };
}

/** The author of the latest event of the strategy. Null if audit is unavailable or behind. */
async function whoChanged({ feature }: Target, strategyId: string): Promise<string | null> {
  const { events } = await ask('GET /api/admin/events/{featureName}', { path: { featureName: feature } }).catch(() => ({ events: [] }));
  const last = events.find(({ data, preData }) => [data?.['id'], preData?.['id']].includes(strategyId));
  return last?.createdBy ?? null;
}

interface Begun {
  readonly target: Target;
  /** Null for a new strategy. */
  readonly first: Base | null;
  /** The current strategy; null if it was deleted. */
  readonly current: Base | null;
  readonly begun: StrategyContent;
  readonly stored: StoredDraft | undefined;
  readonly close: () => void;
}

/** State of the strategy form: original, draft and conflict. */
export function useStrategyDraft({ target, first, current, begun, stored, close }: Begun) {
  const base = useSignal(first);
  const draft = useSignal(stored?.draft ?? begun);
  const refused = useSignal<Refused | null>(null);
  const conflict = useSignal<Conflict | null>(null);
  const isBusy = useSignal(false);
  /** True once the server has the draft, until the page shows it and the form closes. */
  const isAccepted = useSignal(false);
  const before = base.value && contentOf(base.value.strategy);
  const isChanged = !before || !isSameStrategy(before, draft.value);
  /** Changes to other parts of the feature are no conflict: the request is repeated with the new version. */
  async function send(): Promise<boolean> {
    try {
      await write(target, orderFor(target, base.value, draft.value), accept);
      close();
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const found = error.status === 412 && base.value ? await conflictAfter(target, base.value) : null;
      if (!found) refused.value = error;
      else if ('kind' in found) conflict.value = found;
      else {
        base.value = found;
        return send();
      }
      return false;
    }
  }
  /** Reports concurrent changes to the strategy immediately; ignores changes to other parts of the feature. */
  async function compare(edited: Base): Promise<void> {
    const found = await conflictWith(target, edited, current);
    if (base.value !== edited || isBusy.value) return;
    if ('kind' in found) conflict.value = found;
    else base.value = found;
  }
  useEffect(() => {
    if (base.value && !isBusy.value && current?.version !== base.value.version) void compare(base.value);
  }, [current?.version]);
  async function save(): Promise<boolean> {
    if (isBusy.value || !isChanged || conflict.value) return false;
    isBusy.value = true;
    refused.value = null;
    return send().finally(() => (isBusy.value = false));
  }
  const accept = () => {
    isAccepted.value = true;
    if (stored) dropDraft(stored.key);
  };
  const isEdited = !isAccepted.value && (before ? isChanged : !isSameStrategy(begun, draft.value));
  useUnsaved(isEdited, { save, discard: close });
  useEffect(() => {
    if (!stored) return;
    if (isEdited) saveDraft(stored.key, { base: base.value, begun, draft: draft.value } satisfies SavedStrategy);
    else dropDraft(stored.key);
  }, [isEdited, draft.value, base.value]);
  return {
    base: base.value,
    draft: draft.value,
    before,
    isChanged,
    save,
    refused: refused.value,
    conflict: conflict.value,
    isBusy: isBusy.value,
    change: (part: Partial<StrategyContent>) => (draft.value = { ...draft.value, ...part }),
    resolve: (theirs: Base | null, content: StrategyContent) => {
      base.value = theirs;
      draft.value = content;
      conflict.value = null;
    },
  };
}

const orderFor = (target: Target, base: Base | null, draft: StrategyContent) =>
  base ? update(target, base.strategy, draft, base.version) : add(target, [draft], `Added ${calledBy(draft)} to ${target.environment}.`);
