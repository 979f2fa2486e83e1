import type { Difference } from './compare-documents.ts';
import type { CurrentObjects } from '../document/current-documents.ts';
import type { Document } from '../document/document.schema.ts';
import type { ActionProblem } from './action-problem.ts';

/** A difference, and how it is applied. */
export interface PlannedAction extends Difference {
  readonly protected: boolean;
  readonly problem: ActionProblem | null;
  /** True if someone changed it since it was last promoted, or since the plan that is undone. */
  readonly changedInTarget?: true;
}

/** A plan with the state that it is based on. */
export interface ProjectPlan {
  readonly project: string;
  /** Null for a promotion and its undo, which own nothing. */
  readonly set: string | null;
  readonly revision: number;
  readonly hash: string;
  readonly same: number;
  readonly actions: readonly PlannedAction[];
  readonly documents: readonly Document[];
  readonly current: CurrentObjects;
}
