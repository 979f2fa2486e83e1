import { formatMoment } from '../../../base/time.ts';
import { attempt } from '../../../parts/layer/attempt.ts';
import { Icon } from '../../../parts/mark/icon.tsx';
import { send } from '../../../server/call.ts';
import type { Gate, PlanMilestone } from '../../../server/operations.ts';
import { useLack, useSession } from '../../../server/session.ts';
import { describeCondition, describeGate } from '../../release-templates/condition/gate.ts';
import { useGroupNames } from '../../release-templates/condition/use-group-names.ts';
import { useRefusal } from '../state/use-environments.ts';
import type { Target } from '../state/write.ts';
import { gatesIn, type GateState, type Plan } from './plan.ts';
import { approving } from './plan-writes.ts';
import { withLocalTimes } from '../state/with-local-times.ts';
import { Button } from '../../../parts/mark/button.tsx';
import * as buttonStyles from '../../../parts/mark/button.module.css';
import * as styles from './release.module.css';

interface NextMilestoneProps {
  readonly plan: Plan;
  readonly milestone: PlanMilestone;
  readonly target: Target;
  readonly isActive: boolean;
}

const startsOnceAllHold = 'The next milestone starts once all of these hold';

/** When the next milestone starts. For the active one, which conditions are met. */
export function NextMilestone({ plan, milestone, target, isActive }: NextMilestoneProps) {
  const groupName = useGroupNames();
  const refused = useRefusal(target.project)('UPDATE_FEATURE_STRATEGY', { name: target.environment, protected: target.protected });
  const gates = isActive ? gatesIn(plan) : [];
  return (
    <div class={styles.next}>
      <p>
        <span>{gates.length > 0 ? startsOnceAllHold : `Next: ${describeCondition(milestone.transitionCondition, groupName)}`}</span>
        <Button
          class={`${buttonStyles.quiet} ${buttonStyles.small}`}
          aria-label={`Edit the conditions after ${milestone.name}`}
          refused={refused}
          press={() => void import('./condition-form.tsx').then(({ openCondition }) => openCondition(target, milestone))}
        >
          Edit
        </Button>
      </p>
      {gates.length > 0 && (
        <ul aria-label={startsOnceAllHold}>
          {gates.map(({ gate, state }, index) => (
            <li key={index} class={state.holds ? styles.met : styles.unmet}>
              <span class={styles.check} aria-hidden="true">
                {state.holds && <Icon name="tick" />}
              </span>
              <span>
                {describeGate(gate, groupName)}
                <span class="unseen">: {state.holds ? 'met' : 'not met'}</span>
                <small>{describeGateState(gate, state, milestone)}</small>
              </span>
              {gate.type === 'approval' && !state.holds && <ApproveButton {...{ plan, milestone, target }} />}
            </li>
          ))}
        </ul>
      )}
    </div>
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
function ApproveButton({ plan, milestone, target }: Omit<NextMilestoneProps, 'isActive'>) {
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
    >
      Approve
    </Button>
  );
}

const directApprovers = ['APPROVE_CHANGE_REQUEST', 'UPDATE_FEATURE_STRATEGY'] as const;
const protectedApprovers = ['APPROVE_CHANGE_REQUEST'] as const;
