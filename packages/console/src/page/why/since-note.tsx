import type { LinkedQuestion } from '../../base/question.ts';
import { words } from '../../base/words.ts';
import { Icon } from '../../parts/icon.tsx';
import type { Result } from './steps.ts';

interface SinceNoteProps {
  readonly linked: LinkedQuestion;
  readonly since: Result['since'];
  readonly historyHref: string;
}

/** What has become of the answer since somebody made the link: changed, the same, or not known here. */
export function SinceNote({ linked: { revision, wasOn }, since, historyHref }: SinceNoteProps) {
  if (revision === undefined || !since) return null;
  const was = wasOn === undefined ? '' : words.why.was(wasOn ? words.persona.on : words.persona.off);
  return (
    <div class={`note ${since.same === true ? '' : 'caution'}`} role="status">
      {since.same !== true && <Icon name="alert" />}
      <div>
        {since.same === null && words.why.notKnown(revision, was, since.revision)}
        {since.same === true && words.why.same(revision, was)}
        {since.same === false && words.why.changed(revision, was)}
      </div>
      {since.same !== true && (
        <a class="b sm end" href={historyHref}>
          {words.why.history}
        </a>
      )}
    </div>
  );
}
