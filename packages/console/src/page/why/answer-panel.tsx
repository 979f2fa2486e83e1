import { formatFigure } from '../../base/format.ts';
import type { UseQueryResult } from '@tanstack/preact-query';
import { useLocation } from 'preact-iso/router';
import type { LinkedQuestion } from '../../base/question.ts';
import { featureHref } from '../../frame/address.ts';
import { StatusDot } from '../../parts/mark/status-dot.tsx';
import { Answer, Empty, PlainPanel } from '../../parts/panel/panel.tsx';
import type { Refused } from '../../server/refusal.ts';
import { calledOf, useSession } from '../../server/session.ts';
import { StepTree } from './step-tree.tsx';
import { type Result, stepsOf } from './steps.ts';
import type { Explanation } from './use-explanation.ts';
import { verdictOf } from './verdict.ts';
import { Button, ButtonLink } from '../../parts/mark/button.tsx';
import { type ShownEnvironment, useRefusal, type ReadFeature } from '../feature/state/use-feature.ts';
import { Icon } from '../../parts/mark/icon.tsx';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as styles from './why.module.css';
import * as noteStyles from '../../parts/mark/note.module.css';

interface AnswerPanelProps {
  readonly read: ReadFeature;
  readonly environments: readonly ShownEnvironment[];
  readonly linked: LinkedQuestion | null;
  readonly explanation: UseQueryResult<Explanation, Refused>;
  readonly copy: () => void;
}

/** The verdict and the steps of the evaluation. */
export function AnswerPanel({ read, environments, linked, explanation, copy }: AnswerPanelProps) {
  if (!linked) {
    return (
      <PlainPanel>
        <Empty title="Why does someone get it, or not?">
          <p>Enter a user ID or select a test user to see the server’s evaluation step by step.</p>
        </Empty>
      </PlainPanel>
    );
  }
  return (
    <section class={`${panelStyles.panel} ${styles.answer}`} aria-live="polite">
      <Answer of={explanation}>
        {({ result, asOf }) =>
          result ? <Explained {...{ read, environments, linked, result, asOf, copy }} /> : <Empty title="Feature not found" />
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

function Explained({ read, environments, linked, result, asOf, copy }: ExplainedProps) {
  const { user } = useSession();
  const { environment, context } = linked;
  const given = givenBy(linked);
  const { title, about } = verdictOf(result, environment, given);
  const home = featureHref(read.detail.project, read.detail.name);
  return (
    <>
      <div class={styles.verdict}>
        <StatusDot reach={result.isEnabled} />
        <div>
          <h2>{title}</h2>
          <p class="dim">{about}</p>
        </div>
        <div class={styles.actions}>
          <AddUser {...{ read, linked, result }} environment={environments.find(({ name }) => name === environment)} />
          <Button look="quiet" press={() => print()} text="Print" />
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
          Result for an application at revision {formatFigure(asOf)}. The permalink contains the context and the revision. Only people with
          access to this project can open it.
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

interface AddUserProps extends Pick<ExplainedProps, 'read' | 'linked' | 'result'> {
  readonly environment: ShownEnvironment | undefined;
}

/** Opens the editor of a strategy that includes the user, unless the user gets the feature, or no strategy decides. */
function AddUser({ read, linked, result, environment }: AddUserProps) {
  const { project, name } = read.detail;
  const { route } = useLocation();
  const refused = useRefusal(project)('UPDATE_FEATURE_STRATEGY', environment);
  const { userId } = linked.context;
  const { isEnabled, isEnabledInCurrentEnvironment, hasUnsatisfiedDependency, strategies } = result;
  if (!userId || !environment || isEnabled || !isEnabledInCurrentEnvironment || hasUnsatisfiedDependency) return null;
  const target = { project, feature: name, environment: environment.name, protected: environment.protected };
  const press = async () => {
    const { draftWithUser } = await import('../feature/strategy/add-user.ts');
    draftWithUser(read, target, strategies.data, userId);
    route(featureHref(project, name, environment.name));
  };
  return <Button look="button" refused={refused} press={() => void press()} text="Add this user…" />;
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
      {since.same !== true && <ButtonLink className={noteStyles.end} href={historyHref} text="History" />}
    </div>
  );
}
