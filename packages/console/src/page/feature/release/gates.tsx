import { formatMoment } from '../../../base/format.ts';
import { attempt } from '../../../parts/layer/attempt.ts';
import { Icon } from '../../../parts/mark/icon.tsx';
import { send } from '../../../server/call.ts';
import type { Gate, PlanMilestone } from '../../../server/ask.ts';
import { useLack, useSession } from '../../../server/session.ts';
import { describeGate } from '../../release-templates/condition/gate.ts';
import { useGroupNames } from '../../release-templates/condition/use-group-names.ts';
import type { Target } from '../state/write.ts';
import { gatesIn, type GateState, type Plan } from './plan.ts';
import { approving } from './plan-writes.ts';
import { withLocalTimes } from '../state/with-local-times.ts';
import { Button } from '../../../parts/mark/button.tsx';
import * as styles from './release.module.css';

interface GatesProps {
  readonly plan: Plan;
  readonly milestone: PlanMilestone;
  readonly target: Target;
}

/** The conditions for leaving the active milestone, and which of them are met. */
export function Gates({ plan, milestone, target }: GatesProps) {
  const groupName = useGroupNames();
  const gates = gatesIn(plan);
  if (gates.length === 0) return null;
  return (
    <ul class={styles.gates} aria-label="The next milestone starts once all of these hold">
      {gates.map(({ gate, state }, index) => (
        <li key={index} class={state.holds ? styles.met : styles.unmet}>
          <span class={styles.check} aria-hidden="true">
            {state.holds && <Icon name="tick" />}
          </span>
          <span>
            {describeGate(gate, groupName)}
            <span class="unseen">: {state.holds ? 'met' : 'not met'}</span> <small>{describeGateState(gate, state, milestone)}</small>
          </span>
          {gate.type === 'approval' && !state.holds && <ApproveButton {...{ plan, milestone, target }} />}
        </li>
      ))}
    </ul>
  );
}

const byClock: readonly Gate['type'][] = ['time', 'window', 'quiet'];

function describeGateState({ type }: Gate, { holds, since, next, reason }: GateState, { approvals = [] }: PlanMilestone): string {
  if (type === 'approval' && approvals.length > 0) {
    const given = `approved by ${approvals.map(({ name }) => name).join(', ')}`;
    return reason === null ? given : `${given}. ${reason}`;
  }
  if (holds) return since === null ? '' : `since ${formatMoment(Date.parse(since))}`;
  if (next !== null && byClock.includes(type)) return `at ${formatMoment(Date.parse(next))} at the earliest`;
  return withLocalTimes(reason ?? '');
}

/** Approves leaving the milestone. An approval of a release needs no change request. */
function ApproveButton({ plan, milestone, target }: GatesProps) {
  const { user } = useSession();
  const lack = useLack();
  const { project, environment } = target;
  const approvers = target.protected ? protectedApprovers : directApprovers;
  const isMine = milestone.approvals?.some(({ userId }) => userId === user?.id) ?? false;
  const lacks = approvers.map((permission) => lack(permission, { project, environment }));
  const refused = isMine ? 'You have approved it.' : lacks.includes(undefined) ? undefined : lacks[0];
  return (
    <Button
      aria-label={`Approve leaving ${milestone.name}`}
      title={
        target.protected
          ? 'Users who proposed, edited or started the plan cannot approve it, unless the environment lets authors approve.'
          : undefined
      }
      refused={refused}
      press={() => void attempt(() => send(approving(target, plan, milestone)), `Approved leaving ${milestone.name}.`)}
      text="Approve"
    />
  );
}

const directApprovers = ['APPROVE_CHANGE_REQUEST', 'UPDATE_FEATURE_STRATEGY'] as const;
const protectedApprovers = ['APPROVE_CHANGE_REQUEST'] as const;
