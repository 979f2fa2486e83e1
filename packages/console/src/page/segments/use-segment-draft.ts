import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Constraint } from '../../server/operations.ts';
import type { Where } from '../proposal/target.ts';
import { useUnsaved } from '../../parts/layer/unsaved.tsx';
import { useSending } from '../../server/use-sending.ts';
import { describeSegmentChanges, type SegmentContent } from './segment-content.ts';

export interface SegmentEditorProps {
  readonly begun: SegmentContent;
  /** The saved content, if known; null for a new segment. */
  readonly before: SegmentContent | null;
  readonly submitTitle: string;
  /** The environment whose change request the changes go to; the project then cannot be changed. Absent: they are saved directly. */
  readonly proposesTo?: Where | null;
  /** Receives the conditions during editing. */
  readonly drafts: (constraints: readonly Constraint[] | null) => void;
  /** Calls `accepted` once the server has the content, before the page shows it. Throws `Refused`. */
  readonly save: (content: SegmentContent, accepted: () => void) => Promise<void>;
  /** Content saved by someone else during editing, and a function to continue from it. */
  readonly latest?: SegmentContent;
  readonly rebase?: () => void;
  readonly close: () => void;
}

/** State of the segment form: changes, errors and conflict. */
export function useSegmentDraft({ begun, before, drafts, save, latest, rebase, close }: SegmentEditorProps) {
  const draft = useSignal(begun);
  const { isBusy, refused, send: sendOnce } = useSending();
  /** True once the server has the draft, until the form closes. */
  const isAccepted = useSignal(false);
  const content = draft.value;
  const changes = before ? describeSegmentChanges(before, content) : [];
  const isChanged = before === null || changes.length > 0;
  useEffect(() => drafts(content.constraints), [content.constraints]);
  const goOn = (from: SegmentContent) => {
    draft.value = from;
    refused.value = null;
    rebase?.();
  };
  const send = async (): Promise<boolean> => isChanged && sendOnce(() => save(content, () => (isAccepted.value = true)));
  useUnsaved(!isAccepted.value && (before ? changes.length > 0 : content !== begun), { save: send, discard: close });
  return {
    content,
    change: (part: Partial<SegmentContent>) => (draft.value = { ...draft.value, ...part }),
    changes,
    isChanged,
    isBusy: isBusy.value,
    refused: refused.value,
    send: () => void send(),
    conflict: refused.value?.status === 412 &&
      latest && {
        theirs: before ? describeSegmentChanges(before, latest) : [],
        mine: changes,
        takeTheirs: () => goOn(latest),
        keepMine: () => goOn(content),
      },
  };
}
