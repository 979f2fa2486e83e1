/** A plan as the administration API returns it. */
export interface Plan {
  readonly hash: string;
  readonly summary: Readonly<Record<string, number>>;
  readonly actions: readonly PlanAction[];
}

interface PlanAction {
  readonly op: string;
  readonly kind: string;
  readonly name: string;
  readonly environment?: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly patch: readonly unknown[];
  readonly protected: boolean;
  readonly effect?: {
    readonly kind: string;
    readonly before: unknown;
    readonly after: unknown;
    readonly evaluations: number;
    readonly turned: number;
  };
  readonly reason?: string;
}

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
