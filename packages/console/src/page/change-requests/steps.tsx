import type { ChangeRequest } from '../../server/operations.ts';
import { counted } from '../../base/counted.ts';
import { formatExact } from '../../base/time.ts';
import * as styles from './change-requests.module.css';

const way = ['Draft', 'In review', 'Approved', 'Scheduled', 'Applied'] as const;
type Step = ChangeRequest['state'];

interface StepsProps {
  readonly request: ChangeRequest;
  readonly needed: number;
  readonly isProtected: boolean;
}

/** The states of a request as a line, with the current one marked. */
export function Steps({ request, needed, isProtected }: StepsProps) {
  const steps = stepsOf(request, isProtected);
  const at = steps.indexOf(request.state);
  return (
    <ol class={styles.steps}>
      {steps.map((step, index) => (
        <li key={step} class={index < at ? styles.done : index === at ? styles.now : ''} aria-current={index === at ? 'step' : undefined}>
          {describeStep(step, request, needed)}
        </li>
      ))}
    </ol>
  );
}

function stepsOf({ state, stateTimestamps, review }: ChangeRequest, isProtected: boolean): readonly Step[] {
  if (review) return ['Applied'];
  if (state === 'Scheduled' && !isProtected) return ['Scheduled', 'Applied'];
  if (state === 'Cancelled' || state === 'Rejected') return [...way.filter((step) => stateTimestamps[step] !== undefined), state];
  return way.filter((step) => step !== 'Scheduled' || stateTimestamps.Scheduled !== undefined);
}

function describeStep(step: Step, { state, approvals, schedule, stateTimestamps }: ChangeRequest, needed: number): string {
  if (step === 'In review' && state === step) return `${step}, ${approvals.length.toLocaleString('en')} of ${counted(needed, 'approval')}`;
  if (step === 'Scheduled' && schedule) return `${step}, ${formatExact(schedule.scheduledAt)}`;
  const at = stateTimestamps[step];
  return at !== undefined && (step === 'Applied' || step === 'Rejected' || step === 'Cancelled') ? `${step}, ${formatExact(at)}` : step;
}
