import { Caution } from '../../../parts/mark/caution.tsx';
import { formatMoment } from '../../../base/format.ts';
import { Icon } from '../../../parts/mark/icon.tsx';
import type { ShownEnvironment } from '../state/use-feature.ts';
import { activeOf, gatesIn, nextOf, type Plan, type ReleaseState } from './plan.ts';
import { withLocalTimes } from '../state/with-local-times.ts';
import * as noteStyles from '../../../parts/mark/note.module.css';

interface WhyItHoldsProps {
  readonly plan: Plan;
  readonly state: ReleaseState;
  readonly environment: ShownEnvironment;
}

const tones: Readonly<Partial<Record<ReleaseState, string | undefined>>> = {
  paused: noteStyles.caution,
  off: noteStyles.caution,
  frozen: noteStyles.caution,
  failing: noteStyles.stop,
};

const describeOthers = (count: number) =>
  `${count === 1 ? '1 strategy' : `${count} strategies`} outside the plan also ${count === 1 ? 'gives' : 'give'} the feature to users, in every milestone.`;

/** Why the release is where it is, in one sentence, and facts that limit its effect. */
export function WhyItHolds({ plan, state, environment }: WhyItHoldsProps) {
  const tone = tones[state];
  const others = environment.strategies.filter(({ milestoneId, disabled }) => milestoneId === undefined && !disabled).length;
  const text = describeState(plan, state, environment);
  return (
    <>
      {tone ? (
        <p class={tone} role="status">
          <Icon name="alert" />
          <span>{text}</span>
        </p>
      ) : (
        <p class="dim" role="status">
          {text}
        </p>
      )}
      {!environment.enabled && state !== 'off' && (
        <p class="dim">The feature is off in {environment.name}. Users get it once a milestone has started and the feature is on.</p>
      )}
      {others > 0 && <Caution>{describeOthers(others)}</Caution>}
    </>
  );
}

const because = {
  idle: 'No milestone has started. Until then, the plan changes nothing for users.',
  complete: 'The last milestone has started. The plan stays as it is until someone removes it.',
  paused: (since: string) => `Paused since ${since}. It stays in this milestone until someone resumes it.`,
  pausedBy: (reason: string) => `A safeguard paused it: ${reason}`,
  off: (environment: string) =>
    `The feature is off in ${environment}, so the clock does not run. It starts again when the feature is turned on.`,
  frozen: (environment: string, until: string, name: string) =>
    `All conditions are met, but ${environment} is frozen until ${until} (${name}). The next milestone starts afterwards.`,
  failing: (reason: string) => `The last step failed, and is tried again every five minutes: ${reason}`,
  manual: (next: string) => `It holds here until someone starts ${next}.`,
  waiting: (next: string, missing: number) =>
    `It holds here because ${missing === 1 ? 'a condition is' : `${missing} conditions are`} not met. ${next} starts once all are.`,
  due: (next: string) => `All conditions are met. ${next} starts within seconds.`,
};

function describeState(plan: Plan, state: ReleaseState, environment: ShownEnvironment): string {
  const next = nextOf(plan)?.name ?? '';
  switch (state) {
    case 'paused':
      return describePause(plan);
    case 'off':
      return because.off(environment.name);
    case 'frozen':
      return because.frozen(environment.name, formatMoment(Date.parse(plan.frozen?.until ?? '')), plan.frozen?.name ?? '');
    case 'failing':
      return because.failing(plan.problem ?? '');
    case 'waiting':
      return because.waiting(next, gatesIn(plan).filter(({ state: { holds } }) => !holds).length);
    case 'manual':
    case 'due':
      return because[state](next);
    default:
      return because[state];
  }
}

function describePause(plan: Plan): string {
  const since = because.paused(formatMoment(Date.parse(activeOf(plan)?.pausedAt ?? '')));
  const reason = plan.safeguards.find(({ triggeredAt, action }) => triggeredAt !== null && action !== 'notify')?.reason;
  const beyond = plan.safeguardStates.find(({ state }) => state === 'beyond');
  return [
    reason ? because.pausedBy(withLocalTimes(reason)) : '',
    since,
    beyond ? `It would pause again at once: ${withLocalTimes(beyond.reason)}` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
