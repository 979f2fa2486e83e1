import { useSignal } from '@preact/signals';
import type { StrategyContent } from '../../parts/sentence.ts';
import { useEffect } from 'preact/hooks';
import { Refused } from '../../server/refusal.ts';
import { ask } from '../../server/request.ts';
import { featureTexts } from './texts.ts';
import { calledBy, contentOf, isSameStrategy } from './strategy-draft.ts';
import { add, strategiesIn, update } from './strategy-writes.ts';
import { readFeature, type Strategy } from './use-feature.ts';
import { type Target, write } from './write.ts';

/** A strategy as it was when its editing began, and the version of the feature then. */
export interface Base {
  readonly strategy: Strategy;
  readonly version: string;
}

/** Somebody has changed or removed the strategy that is being edited. */
export interface Conflict {
  readonly kind: 'changed' | 'removed';
  readonly who: string | null;
  /** As it is after their change; null where they removed it. */
  readonly theirs: Base | null;
}

/** What has come between: a conflict, or, where something else of the feature was changed, the base from which the same can be saved. */
export async function conflictAfter(target: Target, base: Base): Promise<Conflict | Base> {
  const { detail, version } = await readFeature(target.project, target.feature);
  const strategy = strategiesIn(detail, target).find(({ id }) => id === base.strategy.id);
  return conflictWith(target, base, strategy ? { strategy, version } : null);
}

async function conflictWith(target: Target, base: Base, theirs: Base | null): Promise<Conflict | Base> {
  if (theirs && isSameStrategy(contentOf(theirs.strategy), contentOf(base.strategy))) return theirs;
  const who = await whoChanged(target, base.strategy.id);
  return { kind: theirs ? 'changed' : 'removed', who, theirs };
}

/** The author of the latest event of that strategy. Audit may be away, or a moment behind. */
async function whoChanged({ feature }: Target, strategyId: string): Promise<string | null> {
  const { events } = await ask('GET /api/admin/events/{featureName}', { path: { featureName: feature } }).catch(() => ({ events: [] }));
  const last = events.find(({ data, preData }) => [data?.['id'], preData?.['id']].includes(strategyId));
  return last?.createdBy ?? null;
}

interface Begun {
  readonly target: Target;
  /** Null for a strategy that is not there yet. */
  readonly first: Base | null;
  /** The strategy as it is by now; null where it was removed. */
  readonly current: Base | null;
  readonly begun: StrategyContent;
  readonly close: () => void;
}

/** A strategy while it is edited: what it was, what it shall be, and what stands in the way of saving it. */
export function useStrategyDraft({ target, first, current, begun, close }: Begun) {
  const base = useSignal(first);
  const draft = useSignal(begun);
  const refused = useSignal<Refused | null>(null);
  const conflict = useSignal<Conflict | null>(null);
  const isBusy = useSignal(false);
  const before = base.value && contentOf(base.value.strategy);
  const isChanged = !before || !isSameStrategy(before, draft.value);
  /** What was changed beside the strategy is no conflict: then the same is sent again, from the version that is there. */
  async function send(): Promise<void> {
    try {
      await write(target, orderFor(target, base.value, draft.value));
      close();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const found = error.status === 412 && base.value ? await conflictAfter(target, base.value) : null;
      if (!found) refused.value = error;
      else if ('kind' in found) conflict.value = found;
      else {
        base.value = found;
        await send();
      }
    }
  }
  /** What others change is told at once; what they change beside the strategy goes unnoticed. */
  async function compare(edited: Base): Promise<void> {
    const found = await conflictWith(target, edited, current);
    if (base.value !== edited || isBusy.value) return;
    if ('kind' in found) conflict.value = found;
    else base.value = found;
  }
  useEffect(() => {
    if (base.value && !isBusy.value && current?.version !== base.value.version) void compare(base.value);
  }, [current?.version]);
  async function save(): Promise<void> {
    if (isBusy.value || !isChanged || conflict.value) return;
    isBusy.value = true;
    refused.value = null;
    await send().finally(() => (isBusy.value = false));
  }
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
  base
    ? update(target, base.strategy, draft, base.version)
    : add(target, [draft], featureTexts.strategy.added(calledBy(draft), target.environment));
