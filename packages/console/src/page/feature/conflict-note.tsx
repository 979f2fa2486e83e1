import { Icon } from '../../parts/icon.tsx';
import type { SegmentNames, StrategyContent } from './sentence.ts';
import { words } from '../../base/words.ts';
import { contentOf, sayChanges } from './strategy-draft.ts';
import type { Base, Conflict } from './use-strategy-draft.ts';

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
