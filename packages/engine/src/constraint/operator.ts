import type { Constraint } from '@signalbox/contracts';
import type { Test } from '../evaluation.ts';

/** A constraint with cleaned `values`: trimmed and without empty ones. */
export interface CleanConstraint extends Constraint {
  readonly values: string[];
}

/** Compiles an operator, without inversion. */
export type CompileOperator = (constraint: CleanConstraint) => Test;

/**
 * Result of an operator that was skipped. It makes the constraint fail after inversion too, because a skipped constraint must not enable a
 * feature.
 */
export const notHolding = ({ inverted = false }: Constraint): boolean => inverted;
