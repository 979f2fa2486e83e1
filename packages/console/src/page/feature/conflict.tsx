import { Icon } from '../../parts/icon.tsx';
import type { SegmentNames, StrategyContent } from '../../base/sentence.ts';
import { ask } from '../../server/request.ts';
import { words } from '../../base/words.ts';
import { contentOf, isSame, sayChanges } from './strategy-draft.ts';
import type { Base } from './strategy-editor.tsx';
import { strategiesIn } from './strategy-writes.ts';
import { readFeature } from './use-feature.ts';
import type { Place } from './write.ts';

/** Somebody has changed or removed the strategy that is being edited. */
export interface Conflict {
  readonly kind: 'changed' | 'removed';
  readonly who: string | null;
  /** As it is after their change; null where they removed it. */
  readonly theirs: Base | null;
}

/** What has come between: a conflict, or, where something else of the feature was changed, the base from which the same can be saved. */
export async function conflictAfter(place: Place, base: Base): Promise<Conflict | Base> {
  const { detail, version } = await readFeature(place.project, place.feature);
  const theirs = strategiesIn(detail, place).find(({ id }) => id === base.strategy.id);
  if (theirs && isSame(contentOf(theirs), contentOf(base.strategy))) return { strategy: theirs, version };
  const who = await whoChanged(place, base.strategy.id);
  return { kind: theirs ? 'changed' : 'removed', who, theirs: theirs ? { strategy: theirs, version } : null };
}

/** The author of the latest event of that strategy. Audit may be away, or a moment behind. */
async function whoChanged({ feature }: Place, strategyId: string): Promise<string | null> {
  const { events } = await ask('GET /api/admin/events/{featureName}', { path: { featureName: feature } }).catch(() => ({ events: [] }));
  const last = events.find(({ data, preData }) => [data?.['id'], preData?.['id']].includes(strategyId));
  return last?.createdBy ?? null;
}

interface ConflictNoteProps {
  readonly conflict: Conflict;
  readonly mine: StrategyContent;
  readonly before: StrategyContent;
  readonly segmentName: SegmentNames;
  readonly resolve: (base: Base | null, content: StrategyContent) => void;
  readonly close: () => void;
}

/** Who changed what meanwhile, and a choice: theirs, or going on with one's own on top of it. */
export function ConflictNote({ conflict: { who, theirs }, mine, before, segmentName, resolve, close }: ConflictNoteProps) {
  const content = theirs && contentOf(theirs.strategy);
  return (
    <div class="note caution" role="alert">
      <Icon name="alert" />
      <div>
        <p>{content ? words.strategy.conflict(who) : words.strategy.conflictGone(who)}</p>
        {content && <small>{sayChanges(before, content, segmentName).join('; ')}</small>}
      </div>
      <span class="end">
        <button type="button" class="b sm" onClick={() => (content ? resolve(theirs, content) : close())}>
          {words.strategy.takeTheirs}
        </button>
        <button type="button" class="b sm" onClick={() => resolve(theirs, mine)}>
          {words.strategy.keepEditing}
        </button>
      </span>
    </div>
  );
}
