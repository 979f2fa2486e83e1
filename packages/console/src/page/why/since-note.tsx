import type { LinkedQuestion } from '../../base/question.ts';
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
  const was = wasOn === undefined ? '' : `, when the result was ${wasOn ? 'on' : 'off'}`;
  return (
    <div class={since.same === true ? noteStyles.note : noteStyles.caution} role="status">
      {since.same !== true && <Icon name="alert" />}
      <div>
        {since.same === null &&
          `This link was created at revision ${revision}${was}. Changes before revision ${since.revision} are not tracked, so the feature may have changed since.`}
        {since.same === true && `The feature has not changed since this link was created at revision ${revision}${was}.`}
        {since.same === false && `The feature has changed since this link was created at revision ${revision}${was}.`}
      </div>
      {since.same !== true && (
        <a class={`${buttonStyles.small} ${noteStyles.end}`} href={historyHref}>
          History
        </a>
      )}
    </div>
  );
}
