import type { LinkedQuestion } from '../../base/question.ts';
import { pageTexts } from '../texts.ts';
import { whyTexts } from './texts.ts';
import { Icon } from '../../parts/mark/icon.tsx';
import type { Result } from './steps.ts';
import * as buttonStyles from '../../parts/mark/button.module.css';
import * as noteStyles from '../../parts/mark/note.module.css';

interface SinceNoteProps {
  readonly linked: LinkedQuestion;
  readonly since: Result['since'];
  readonly historyHref: string;
}

/** Whether the feature has changed since the link was created, if known. */
export function SinceNote({ linked: { revision, wasOn }, since, historyHref }: SinceNoteProps) {
  if (revision === undefined || !since) return null;
  const was = wasOn === undefined ? '' : whyTexts.was(wasOn ? pageTexts.persona.on : pageTexts.persona.off);
  return (
    <div class={since.same === true ? noteStyles.note : noteStyles.caution} role="status">
      {since.same !== true && <Icon name="alert" />}
      <div>
        {since.same === null && whyTexts.notKnown(revision, was, since.revision)}
        {since.same === true && whyTexts.same(revision, was)}
        {since.same === false && whyTexts.changed(revision, was)}
      </div>
      {since.same !== true && (
        <a class={`${buttonStyles.small} ${noteStyles.end}`} href={historyHref}>
          {whyTexts.history}
        </a>
      )}
    </div>
  );
}
