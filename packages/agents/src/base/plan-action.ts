import type { PlanAction } from './operations.ts';

/** An action for agents: the difference, who gets the flag before and after, and where the change goes. */
export const describeAction = ({ op, kind, name, environment, patch, effect, reason, ...action }: PlanAction) => ({
  op,
  [kind === 'Feature' ? 'flag' : kind]: name,
  environment,
  difference: patch,
  reach: effect && { change: effect.kind, before: effect.before, after: effect.after, evaluationsInPastHour: effect.evaluations },
  goesTo: reason === undefined ? (action.protected ? 'a change request' : 'the project, directly') : 'nowhere: it is refused',
  refusedBecause: reason,
});
