import type { Constraint } from '@signalbox/contracts';
import type { Test } from '../evaluation.ts';

/** A constraint whose `values` are cleaned: empty ones dropped, the others without surrounding blanks. */
export interface CleanConstraint extends Constraint {
  readonly values: string[];
}

/** Compiles one operator; what it answers is before inversion. */
export type CompileOperator = (constraint: CleanConstraint) => Test;
