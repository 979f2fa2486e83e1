import type { DocumentPlan, PlanAction } from '../api/operations.ts';

/** A change that applying a plan would make. */
export interface PlannedAction extends PlanAction {
  /** True if the target of a promotion has changed since the last one. */
  readonly changedInTarget?: boolean;
}

/** A plan of documents or of a promotion. */
export interface Plan extends DocumentPlan {
  readonly actions: readonly PlannedAction[];
}
