import type { UseQueryResult } from '@tanstack/preact-query';
import type { LinkedQuestion } from '../../base/question.ts';
import { featureHref } from '../../frame/address.ts';
import { StatusDot } from '../../parts/mark/status-dot.tsx';
import { Answer, Empty } from '../../parts/panel/panel.tsx';
import type { Refused } from '../../server/refusal.ts';
import { calledOf, useSession } from '../../server/session.ts';
import { StepTree } from './step-tree.tsx';
import { type Result, stepsOf } from './steps.ts';
import type { Explanation } from './use-explanation.ts';
import { verdictOf } from './verdict.ts';
import { Button } from '../../parts/mark/button.tsx';
import { noNearName } from '../feature/no-feature.tsx';
import { Icon } from '../../parts/mark/icon.tsx';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as styles from './why.module.css';
import * as buttonStyles from '../../parts/mark/button.module.css';
import * as noteStyles from '../../parts/mark/note.module.css';

interface AnswerPanelProps {
  readonly project: string;
  readonly feature: string;
  readonly linked: LinkedQuestion | null;
  readonly explanation: UseQueryResult<Explanation, Refused>;
  readonly copy: () => void;
}

/** The verdict and the steps of the evaluation. */
export function AnswerPanel({ project, feature, linked, explanation, copy }: AnswerPanelProps) {
  if (!linked) {
    return (
      <section class={panelStyles.panel}>
        <Empty title="Why does someone get it, or not?">
          <p>Enter a user ID or select a test user to see the server’s evaluation step by step.</p>
        </Empty>
      </section>
    );
  }
  return (
    <section class={`${panelStyles.panel} ${styles.answer}`} aria-live="polite">
      <Answer of={explanation}>
        {({ result, asOf }) =>
          result ? (
            <Explained {...{ project, feature, linked, result, asOf, copy }} />
          ) : (
            <Empty title={`No feature named ${feature} in this project`}>
              <p>{noNearName}</p>
            </Empty>
          )
        }
      </Answer>
    </section>
  );
}

interface ExplainedProps extends Omit<AnswerPanelProps, 'explanation' | 'linked'> {
  readonly linked: LinkedQuestion;
  readonly result: Result;
  readonly asOf: number;
}

function Explained({ project, feature, linked, result, asOf, copy }: ExplainedProps) {
  const { user } = useSession();
  const { environment, context } = linked;
  const given = givenBy(linked);
  const { title, about } = verdictOf(result, environment, given);
  const home = featureHref(project, feature);
  return (
    <>
      <div class={styles.verdict}>
        <StatusDot reach={{ kind: result.isEnabled ? 'everybody' : 'nobody', strategies: 1, variants: 0 }} />
        <div>
          <h2>{title}</h2>
          <p class="dim">{about}</p>
        </div>
        <div class={styles.actions}>
          <Button class={buttonStyles.quiet} press={() => print()} text="Print" />
          <Button look="button" press={copy} icon="link">
            Copy permalink <kbd>Y</kbd>
          </Button>
        </div>
      </div>
      <SinceNote linked={linked} since={result.since} historyHref={`${home}/history`} />
      <div class={styles.tree}>
        <StepTree steps={stepsOf(result, environment, given)} editHref={`${home}?in=${encodeURIComponent(environment)}`} />
      </div>
      <footer>
        <span>
          Result for an application at revision {asOf.toLocaleString('en')}. The permalink contains the context and the revision. Only
          people with access to this project can open it.
        </span>
        <span class={styles.printed}>
          {location.origin + home}, revision {asOf}, printed by {user ? calledOf(user) : ''} at {new Date().toISOString()}.{' '}
          {Object.entries({ environment, ...context })
            .map(([field, value]) => `${field}=${value}`)
            .join(', ')}
        </span>
      </footer>
    </>
  );
}

/** Values of the context fields in the question, with defaults for time and environment. */
function givenBy({ environment, context }: LinkedQuestion): (field: string) => string | undefined {
  const assumed: Readonly<Record<string, string>> = { environment, currentTime: 'now', appName: 'console' };
  return (field) => (Object.hasOwn(context, field) && context[field]) || (Object.hasOwn(assumed, field) ? assumed[field] : undefined);
}

interface SinceNoteProps {
  readonly linked: LinkedQuestion;
  readonly since: Result['since'];
  readonly historyHref: string;
}

/** Whether the feature has changed since the link was created, if known. */
function SinceNote({ linked: { revision, wasOn }, since, historyHref }: SinceNoteProps) {
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
