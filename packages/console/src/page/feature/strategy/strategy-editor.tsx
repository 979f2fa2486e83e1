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
import * as saveBarStyles from '../../../parts/form/save-bar.module.css';
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
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
        if (event.key === 'Escape') close();
      }}
    >
      <span class={strategyStyles.number} aria-hidden="true">
        {number}
      </span>
      <StrategyFields project={target.project} draft={draft} before={before} change={change} />
      <div class={`${saveBarStyles.saving} ${isChanged ? saveBarStyles.draft : ''}`}>
        {conflict && (
          <StrategyConflict
            conflict={conflict}
            mine={draft}
            before={before ?? begun}
            segmentName={segmentName}
            resolve={resolve}
            close={close}
          />
        )}
        {refused && <RefusedNote refusal={refused} />}
        <div class={saveBarStyles.bar}>
          <Pending changes={before ? describeChanges(before, draft, segmentName) : ['New strategy']} />
          <span class={saveBarStyles.end}>
            <Button press={close} text="Cancel" />
            <SaveButton target={target} isBusy={isBusy} isReady={isChanged && conflict === null} />
            <SaveMenu
              target={target}
              isReady={isChanged && conflict === null}
              later={() => scheduleWrite(target, { change: [draftChange(editing.base, draft)] }, close)}
            />
          </span>
        </div>
      </div>
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

function Pending({ changes }: { readonly changes: readonly string[] }) {
  if (changes.length === 0) return <span class="dimmer">No changes yet.</span>;
  return (
    <span role="status">
      <b>Changes:</b> {changes.join('; ')}
    </span>
  );
}
