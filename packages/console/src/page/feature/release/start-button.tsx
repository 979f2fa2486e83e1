import type { PlanMilestone } from '../../../server/operations.ts';
import { useLack } from '../../../server/session.ts';
import { type ShownEnvironment, useRefusal } from '../state/use-environments.ts';
import type { Target } from '../state/write.ts';
import { isBack, type Plan } from './plan.ts';
import { Button } from '../../../parts/mark/button.tsx';
import * as buttonStyles from '../../../parts/mark/button.module.css';

interface StartButtonProps {
  readonly plan: Plan;
  readonly milestone: PlanMilestone;
  readonly target: Target;
  readonly environment: ShownEnvironment;
  /** Whether the milestone follows the active one. */
  readonly isNext: boolean;
}

/** Opens a preview of the start of a milestone. Going back needs no change request, but the permission. */
export function StartButton({ plan, milestone, target, environment, isNext }: StartButtonProps) {
  const { name } = milestone;
  const goesBack = isBack(plan, milestone);
  const refusal = useRefusal(target.project);
  const lack = useLack();
  const refused = goesBack
    ? lack('UPDATE_FEATURE_STRATEGY', { project: target.project, environment: environment.name })
    : refusal('UPDATE_FEATURE_STRATEGY', environment);
  const title = goesBack ? 'Go back' : 'Start now';
  const own = goesBack ? { ...target, protected: false } : target;
  const open = () => void import('./start-milestone.tsx').then(({ openStart }) => openStart({ plan, milestone, environment, target: own }));
  return (
    <Button
      class={`${buttonStyles.small} ${isNext ? buttonStyles.main : ''}`}
      aria-label={`${title}: ${name}`}
      refused={refused}
      press={open}
      text={title}
    />
  );
}
