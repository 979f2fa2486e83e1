import { formatMoment } from '../../../base/time.ts';
import { Icon } from '../../../parts/mark/icon.tsx';
import type { ShownEnvironment } from '../state/use-environments.ts';
import { activeOf, gatesIn, nextOf, type Plan, type ReleaseState } from './plan.ts';
import { releaseTexts } from './texts.ts';
import { withLocalTimes } from '../state/with-local-times.ts';
import * as noteStyles from '../../../parts/mark/note.module.css';
import * as panelStyles from '../../../parts/panel/panel.module.css';

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
        <p class={`${panelStyles.body} dim`} role="status">
          {text}
        </p>
      )}
      {!environment.enabled && state !== 'off' && <p class={`${panelStyles.body} dim`}>{releaseTexts.isOff(environment.name)}</p>}
      {others > 0 && (
        <p class={noteStyles.caution}>
          <Icon name="alert" />
          <span>{releaseTexts.others(others)}</span>
        </p>
      )}
    </>
  );
}

function describeState(plan: Plan, state: ReleaseState, environment: ShownEnvironment): string {
  const next = nextOf(plan)?.name ?? '';
  switch (state) {
    case 'paused':
      return describePause(plan);
    case 'off':
      return releaseTexts.because.off(environment.name);
    case 'frozen':
      return releaseTexts.because.frozen(environment.name, formatMoment(Date.parse(plan.frozen?.until ?? '')), plan.frozen?.name ?? '');
    case 'failing':
      return releaseTexts.because.failing(plan.problem ?? '');
    case 'waiting':
      return releaseTexts.because.waiting(next, gatesIn(plan).filter(({ state: { holds } }) => !holds).length);
    case 'manual':
    case 'due':
      return releaseTexts.because[state](next);
    default:
      return releaseTexts.because[state];
  }
}

function describePause(plan: Plan): string {
  const since = releaseTexts.because.paused(formatMoment(Date.parse(activeOf(plan)?.pausedAt ?? '')));
  const reason = plan.safeguards.find(({ triggeredAt, action }) => triggeredAt !== null && action !== 'notify')?.reason;
  return reason ? `${releaseTexts.because.pausedBy(withLocalTimes(reason))} ${since}` : since;
}
