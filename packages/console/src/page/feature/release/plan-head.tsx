import { Icon } from '../../../parts/mark/icon.tsx';
import { asCurl } from '../../../parts/layer/as-curl.tsx';
import { attempt } from '../../../parts/layer/attempt.ts';
import { Menu } from '../../../parts/layer/menu.tsx';
import { openForm } from '../../../parts/form/value-form.tsx';
import { proposeTitle } from '../../proposal/target.ts';
import { send } from '../../../server/call.ts';
import { useLack } from '../../../server/session.ts';
import { useRefusal } from '../state/use-feature.ts';
import { callsFor, type Target, write } from '../state/write.ts';
import { activeOf, type Plan, type ReleaseState } from './plan.ts';
import { pausing, removePlan, resumePlan } from './plan-writes.ts';
import { Button } from '../../../parts/mark/button.tsx';
import * as panelStyles from '../../../parts/panel/panel.module.css';
import * as tagStyles from '../../../parts/mark/tag.module.css';

const tones: Readonly<Record<ReleaseState, string | undefined>> = {
  idle: tagStyles.tag,
  complete: tagStyles.clear,
  paused: tagStyles.caution,
  off: tagStyles.caution,
  frozen: tagStyles.caution,
  failing: tagStyles.stop,
  manual: tagStyles.info,
  waiting: tagStyles.info,
  due: tagStyles.info,
};

const states = {
  idle: 'Not started',
  complete: 'Last milestone',
  paused: 'Paused',
  off: 'Waits: feature is off',
  frozen: 'Waits: frozen',
  failing: 'Step failed',
  manual: 'Waits for you',
  waiting: 'In progress',
  due: 'Advancing',
};

/** The name of the plan, its state, and actions on the whole of it. */
export function PlanHead({ plan, state, target }: { readonly plan: Plan; readonly state: ReleaseState; readonly target: Target }) {
  return (
    <header>
      <Icon name="milestones" />
      <h2>Release plan: {plan.name}</h2>
      <span class={tones[state]}>{states[state]}</span>
      <span class={panelStyles.end}>
        {activeOf(plan) && state !== 'complete' && <PauseButton plan={plan} isPaused={state === 'paused'} target={target} />}
        <PlanMenu plan={plan} target={target} />
      </span>
    </header>
  );
}

/** Pausing changes nothing for users, so it needs no change request. */
function PauseButton({ plan, isPaused, target }: { readonly plan: Plan; readonly isPaused: boolean; readonly target: Target }) {
  const { project, environment } = target;
  const refusal = useRefusal(project);
  const lack = useLack();
  const refused = isPaused
    ? refusal('UPDATE_FEATURE_STRATEGY', { name: environment, protected: target.protected })
    : lack('UPDATE_FEATURE_STRATEGY', { project, environment });
  const press = () => {
    if (isPaused) void import('./resume.ts').then(({ resume }) => resume(target, plan));
    else void attempt(() => send(pausing(target, plan)), `Paused the release in ${environment}.`);
  };
  return <Button refused={refused} press={press} text={isPaused ? 'Resume' : 'Pause'} />;
}

function PlanMenu({ plan, target }: { readonly plan: Plan; readonly target: Target }) {
  const refused = useRefusal(target.project)('DELETE_FEATURE_STRATEGY', { name: target.environment, protected: target.protected });
  const calls = (title: string, of: Parameters<typeof callsFor>[1]) => callsFor(target, of).map((call) => ({ title, call }));
  return (
    <Menu
      label="More actions for the release plan"
      choices={[
        { title: 'Remove plan', refused, press: () => askForRemoval(plan, target) },
        asCurl([
          { title: 'Pause', call: pausing(target, plan) },
          ...calls('Resume', resumePlan(target, plan)),
          ...calls('Remove plan', removePlan(target, plan, false)),
        ]),
      ]}
    />
  );
}

/** Removal takes the strategies of the active milestone along, unless the user keeps them. */
function askForRemoval(plan: Plan, target: Target): void {
  const active = activeOf(plan);
  openForm({
    title: `Remove the release plan ${plan.name}?`,
    submitTitle: target.protected ? proposeTitle(target) : 'Remove plan',
    initial: { keep: active !== undefined },
    entries: active
      ? {
          keep: {
            kind: 'flag',
            label: `Keep the strategies of ${active.name}`,
            hint: 'They become ordinary strategies of the feature. Otherwise they are removed, and the feature is turned off if none is left.',
          },
        }
      : {},
    beside: () => <p class="dim">Milestones, conditions and safeguards are removed with it.</p>,
    submit: ({ keep }) => write(target, removePlan(target, plan, keep)),
  });
}
