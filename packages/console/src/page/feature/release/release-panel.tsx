import type { ShownEnvironment } from '../state/use-environments.ts';
import type { ReadFeature } from '../state/use-feature.ts';
import type { DraftChange, Target } from '../state/write.ts';
import { useAnswer } from '../../../server/answer.ts';
import { Answer } from '../../../parts/panel/panel.tsx';
import { type Plan, stateOf } from './plan.ts';
import { PlanHead } from './plan-head.tsx';
import { Safeguards } from '../safeguard/safeguards.tsx';
import { Track } from './track.tsx';
import { WhyItHolds } from './why-it-holds.tsx';
import * as panelStyles from '../../../parts/panel/panel.module.css';

interface ReleasePanelProps {
  readonly read: ReadFeature;
  readonly environment: ShownEnvironment;
  readonly drafts: (changes: readonly DraftChange[] | null) => void;
}

/** Gates and safeguards change with time, without an event. */
const pollMs = 30_000;

/** The release plan of a feature in an environment, if it has one. */
export function ReleasePanel({ read, environment, drafts }: ReleasePanelProps) {
  const { project, name } = read.detail;
  const [known] = environment.releasePlans ?? [];
  const path = { projectId: project, featureName: name, environment: environment.name };
  const isInProgress = typeof known?.activeMilestoneId === 'string';
  const plans = useAnswer(
    'GET /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/release-plans',
    { path },
    { when: known !== undefined, keepsLast: true, ...(isInProgress && { everyMs: pollMs }) },
  );
  if (!known) return null;
  const target: Target = { project, feature: name, environment: environment.name, protected: environment.protected };
  return (
    <section class={panelStyles.panel}>
      <Answer of={plans}>{([plan]) => plan && <ShownPlan {...{ read, environment, target, plan, drafts }} />}</Answer>
    </section>
  );
}

interface ShownPlanProps extends ReleasePanelProps {
  readonly target: Target;
  readonly plan: Plan;
}

function ShownPlan({ read, environment, target, plan, drafts }: ShownPlanProps) {
  const state = stateOf(plan, environment.enabled);
  return (
    <>
      <PlanHead plan={plan} state={state} target={target} />
      <WhyItHolds plan={plan} state={state} environment={environment} />
      <Track {...{ read, environment, target, plan, drafts }} />
      <Safeguards plan={plan} target={target} />
    </>
  );
}
