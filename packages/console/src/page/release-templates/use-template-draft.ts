import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { askAgain } from '../../server/ask.ts';
import { useUnsaved } from '../../parts/layer/unsaved.tsx';
import { useSending } from '../../server/use-sending.ts';
import { describeTemplateChanges, type DraftMilestone, freshMilestone, type TemplateContent } from './template-content.ts';
import { useNaming } from './use-naming.ts';

interface Drafted {
  /** The saved content, which others may change during editing: then it is another object. Null for a new template. */
  readonly latest: TemplateContent | null;
  /** Returns the saved content. Throws `Refused`. */
  readonly save: (content: TemplateContent) => Promise<TemplateContent>;
}

const firstMilestones = 4;

/** A new template begins with the usual milestones. */
function begun(): TemplateContent {
  const milestones: DraftMilestone[] = [];
  while (milestones.length < firstMilestones) milestones.push(freshMilestone(milestones, `begun ${milestones.length}`));
  return { name: '', description: '', milestones, safeguards: [] };
}

/** State of the form of a template: changes, errors and conflict. */
export function useTemplateDraft({ latest, save }: Drafted) {
  const naming = useNaming();
  const base = useSignal(latest);
  const draft = useSignal(latest ?? begun());
  const { isBusy, refused, send: sendOnce } = useSending();
  /** The content that was known when the own change was saved: until it has been read again, it is older than that. */
  const outdated = useSignal<TemplateContent | null>(null);
  const first = useRef(draft.value);
  const read = useRef(latest);
  read.current = latest;
  const changes = base.value ? describeTemplateChanges(base.value, draft.value, naming) : [];
  const theirs = base.value && latest ? describeTemplateChanges(base.value, latest, naming) : [];
  const isChanged = base.value === null || changes.length > 0;
  const goOn = (from: TemplateContent | null, content: TemplateContent) => {
    base.value = from;
    draft.value = content;
  };
  const isBehind = latest !== null && latest !== outdated.value && theirs.length > 0 && !isBusy.value;
  useEffect(() => {
    if (isBehind && !isChanged) goOn(latest, latest);
  }, [isBehind, isChanged]);
  async function send(): Promise<boolean> {
    if (!isChanged) return false;
    return sendOnce(async () => {
      const saved = await save(draft.value);
      outdated.value = read.current;
      goOn(saved, saved);
      await askAgain();
    });
  }
  const reset = () => goOn(base.value, base.value ?? first.current);
  useUnsaved(base.value ? changes.length > 0 : draft.value !== first.current, { save: send, discard: reset });
  return {
    content: draft.value,
    change: (part: Partial<TemplateContent>) => (draft.value = { ...draft.value, ...part }),
    isNew: base.value === null,
    changes,
    isChanged,
    isBusy: isBusy.value,
    refused: refused.value,
    send: () => void send(),
    reset,
    conflict: isBehind &&
      isChanged && {
        theirs,
        mine: changes,
        takeTheirs: () => goOn(latest, latest),
        keepMine: () => goOn(latest, draft.value),
      },
  };
}
