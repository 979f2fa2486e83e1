import { useEffect, useRef } from 'preact/hooks';
import type { SegmentNames, StrategyContent } from '../../../parts/strategy/sentence.ts';
import { ConflictNote } from '../../../parts/form/conflict-note.tsx';
import { RefusedNote } from '../../../parts/panel/refused-note.tsx';
import { proposeTitle } from '../../proposal/target.ts';
import { TargetSelect } from '../../proposal/target-select.tsx';
import { scheduleWrite } from '../state/schedule-write.ts';
import { SaveMenu } from './save-menu.tsx';
import { calledBy, contentOf, describeChanges } from '../../strategy/strategy-draft.ts';
import { StrategyFields } from '../../strategy/strategy-fields.tsx';
import { updatingAction } from './strategy-writes.ts';
import { type Base, type Conflict, type StoredDraft, useStrategyDraft } from './use-strategy-draft.ts';
import type { DraftChange, Target } from '../state/write.ts';
import { Button } from '../../../parts/mark/button.tsx';
import { Changes, editorKeys, SaveBar } from '../../../parts/form/save-bar.tsx';
import * as strategyStyles from '../../../parts/strategy/strategy.module.css';

interface StrategyEditorProps {
  readonly target: Target;
  /** Null for a new strategy. */
  readonly base: Base | null;
  /** The current version; null if it was deleted. */
  readonly current?: Base | null;
  readonly begun: StrategyContent;
  /** If absent, the draft does not survive a reload. */
  readonly stored?: StoredDraft;
  readonly number: number;
  readonly segmentName: SegmentNames;
  readonly drafts: (changes: readonly DraftChange[] | null) => void;
  readonly close: () => void;
}

/** The form of a strategy with a preview of its changes and one save button. */
export function StrategyEditor({
  target,
  base: first,
  current = null,
  begun,
  stored,
  number,
  segmentName,
  drafts,
  close,
}: StrategyEditorProps) {
  const editing = useStrategyDraft({ target, first, current, begun, stored, close });
  const { draft, before, isChanged, change, save, refused, conflict, resolve, isBusy } = editing;
  useEffect(() => drafts(isChanged ? [draftChange(editing.base, draft)] : null), [draft, editing.base]);
  const form = useRef<HTMLFormElement>(null);
  const opener = useRef(document.activeElement);
  // Browsers ignore `autofocus` if something else has the focus, such as the title after navigation.
  useEffect(() => form.current?.querySelector<HTMLElement>('[autofocus]')?.focus(), []);
  useEffect(() => {
    const before = opener.current as HTMLElement | null;
    return () => void requestAnimationFrame(() => (document.getElementById(openerOf(first)) ?? before)?.focus());
  }, []);
  return (
    <form
      ref={form}
      class={`${strategyStyles.strategy} ${strategyStyles.editing} ${isChanged ? strategyStyles.draft : ''}`}
      aria-label={first ? `Edit ${calledBy(begun)}` : 'New strategy'}
      {...editorKeys(save, close)}
    >
      <span class={strategyStyles.number} aria-hidden="true">
        {number}
      </span>
      <StrategyFields project={target.project} draft={draft} before={before} change={change} />
      <SaveBar
        isDraft={isChanged}
        notes={
          <>
            {conflict && <StrategyConflict {...{ conflict, segmentName, resolve, close }} mine={draft} before={before ?? begun} />}
            {refused && <RefusedNote refusal={refused} />}
          </>
        }
        state={<Changes changes={before ? describeChanges(before, draft, segmentName) : ['New strategy']} />}
      >
        <Button press={close} text="Cancel" />
        <SaveButton target={target} isBusy={isBusy} isReady={isChanged && conflict === null} />
        <SaveMenu
          target={target}
          isReady={isChanged && conflict === null}
          later={() => scheduleWrite(target, { change: [draftChange(editing.base, draft)] }, close)}
        />
      </SaveBar>
    </form>
  );
}

/** The id of the button that opens an editor, which gets the focus back. */
export const openerOf = (base: Pick<Base, 'strategy'> | null): string => `edit-${base?.strategy.id ?? 'fresh'}`;

const SaveButton = ({ target, isBusy, isReady }: { readonly target: Target; readonly isBusy: boolean; readonly isReady: boolean }) => (
  <>
    {target.protected && <TargetSelect of={target} />}
    <Button
      type="submit"
      look="main"
      size="small"
      aria-busy={isBusy}
      disabled={!isReady}
      text={target.protected ? proposeTitle(target) : 'Save strategy'}
    />
  </>
);

interface StrategyConflictProps {
  readonly conflict: Conflict;
  readonly mine: StrategyContent;
  readonly before: StrategyContent;
  readonly segmentName: SegmentNames;
  readonly resolve: (base: Base | null, content: StrategyContent) => void;
  readonly close: () => void;
}

function StrategyConflict({ conflict: { who, theirs }, mine, before, segmentName, resolve, close }: StrategyConflictProps) {
  const content = theirs && contentOf(theirs.strategy);
  return (
    <ConflictNote
      text={
        content
          ? `${who ?? 'Someone'} changed this strategy while you were editing:`
          : `${who ?? 'Someone'} deleted this strategy while you were editing.`
      }
      theirs={content ? describeChanges(before, content, segmentName) : []}
      mine={describeChanges(before, mine, segmentName)}
      takeTheirs={() => (content ? resolve(theirs, content) : close())}
      keepMine={() => resolve(theirs, mine)}
    />
  );
}

const draftChange = (base: Base | null, draft: StrategyContent): DraftChange =>
  base ? { action: updatingAction(base.strategy), payload: { id: base.strategy.id, ...draft } } : { action: 'addStrategy', payload: draft };
