import { useSignal } from '@preact/signals';
import { Form } from '../../../parts/form/form.tsx';
import { openLayer } from '../../../parts/layer/layers.tsx';
import { proposeTitle } from '../../proposal/target.ts';
import type { PlanMilestone } from '../../../server/ask.ts';
import { ConditionFields } from '../../release-templates/condition/condition-fields.tsx';
import { conditionOf, gatesOf } from '../../release-templates/condition/gate.ts';
import { type Target, write } from '../state/write.ts';
import { setCondition } from './plan-writes.ts';

/** Opens the form for the condition on which a release leaves a milestone. */
export const openCondition = (target: Target, milestone: PlanMilestone): void =>
  openLayer({
    title: `When does the release leave ${milestone.name}?`,
    draw: (close) => <ConditionForm target={target} milestone={milestone} close={close} />,
  });

interface ConditionFormProps {
  readonly target: Target;
  readonly milestone: PlanMilestone;
  readonly close: () => void;
}

function ConditionForm({ target, milestone, close }: ConditionFormProps) {
  const gates = useSignal(milestone.transitionCondition ? gatesOf(milestone.transitionCondition) : []);
  async function submit() {
    await write(target, setCondition(target, milestone, conditionOf(gates.value)));
    close();
  }
  return (
    <Form title={target.protected ? proposeTitle(target) : 'Save conditions'} submit={submit}>
      <ConditionFields milestone={milestone.name} gates={gates.value} change={(next) => (gates.value = next)} />
    </Form>
  );
}
