import type { Constraint } from '@signalbox/contracts';
import type { Test } from '../evaluation.ts';

/** A constraint whose `values` are cleaned: empty ones dropped, the others without surrounding blanks. */
export interface CleanConstraint extends Constraint {
  readonly values: string[];
}

/** Compiles one operator; what it answers is before inversion. */
export type CompileOperator = (constraint: CleanConstraint) => Test;

/**
 * What an operator answers where it may not look, so that the constraint does not hold after inversion either: what it was
 * meant to hold back must not be switched on.
 */
export const notHolding = ({ inverted = false }: Constraint): boolean => inverted;
