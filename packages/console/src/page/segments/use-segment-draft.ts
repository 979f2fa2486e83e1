import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Constraint } from '../../server/operations.ts';
import { Refused } from '../../server/refusal.ts';
import { saySegmentChanges, type SegmentContent } from './segment-content.ts';

export interface SegmentEditorProps {
  readonly begun: SegmentContent;
  /** What is there, as far as is known; null for one that is not there yet. */
  readonly before: SegmentContent | null;
  readonly submitTitle: string;
  /** Whether it stays in the project that it is in. */
  readonly isHomeFixed?: boolean;
  /** Told the conditions while they are edited. */
  readonly drafts: (constraints: readonly Constraint[] | null) => void;
  /** Throws the `Refused`. */
  readonly save: (content: SegmentContent) => Promise<void>;
  /** What somebody else may have saved meanwhile, and how the editing goes on from there. */
  readonly latest?: SegmentContent;
  readonly rebase?: () => void;
  readonly close: () => void;
}

/** A segment while it is edited: what will change, what was refused, and where to go on from when somebody else has saved. */
export function useSegmentDraft({ begun, before, drafts, save, latest, rebase }: SegmentEditorProps) {
  const draft = useSignal(begun);
  const refused = useSignal<Refused | null>(null);
  const isBusy = useSignal(false);
  const content = draft.value;
  const changes = before ? saySegmentChanges(before, content) : [];
  const isChanged = before === null || changes.length > 0;
  useEffect(() => drafts(content.constraints), [content.constraints]);
  const goOn = (from: SegmentContent) => {
    draft.value = from;
    refused.value = null;
    rebase?.();
  };
  async function send() {
    if (isBusy.value || !isChanged) return;
    isBusy.value = true;
    refused.value = null;
    try {
      await save(content);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused.value = error;
    } finally {
      isBusy.value = false;
    }
  }
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
        theirs: before ? saySegmentChanges(before, latest) : [],
        mine: changes,
        takeTheirs: () => goOn(latest),
        keepMine: () => goOn(content),
      },
  };
}
