import { confirm } from '../../../parts/form/confirm.tsx';
import { type Target, writeAtOnce } from '../state/write.ts';
import { describeExceeded } from './describe-exceeded.ts';
import type { Plan } from './plan.ts';
import { resumePlan } from './plan-writes.ts';

/** Resumes the release, at once or after a confirmation if it would pause again. */
export async function resume(target: Target, plan: Plan): Promise<void> {
  const exceeded = describeExceeded(plan);
  const act = () => writeAtOnce(target, resumePlan(target, plan));
  if (exceeded === undefined) await act();
  else confirm({ title: 'Resume the release?', about: `${exceeded}.`, submitTitle: 'Resume anyway', act });
}
