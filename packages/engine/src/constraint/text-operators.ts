import type { EvaluationContext } from '../context.ts';
import { lookup } from '../lookup.ts';
import type { CleanConstraint, CompileOperator } from './operator.ts';

type Match = (field: string, value: string) => boolean;

/**
 * Text against any of `values`. A missing field equals nothing, so it fails every operator but NOT_IN. IN and NOT_IN
 * ignore `caseInsensitive`, as the SDKs do.
 */
export const textOperators: Record<string, CompileOperator> = {
  IN: (constraint) => isIn(constraint),
  NOT_IN: (constraint) => {
    const test = isIn(constraint);
    return (context) => !test(context);
  },
  STR_STARTS_WITH: (constraint) => matchesAny(constraint, (field, value) => field.startsWith(value)),
  STR_ENDS_WITH: (constraint) => matchesAny(constraint, (field, value) => field.endsWith(value)),
  STR_CONTAINS: (constraint) => matchesAny(constraint, (field, value) => field.includes(value)),
};

function isIn({ contextName, values }: CleanConstraint) {
  const accepted = new Set(values);
  return (context: EvaluationContext) => {
    const field = lookup(context, contextName);
    return field !== undefined && accepted.has(field);
  };
}

function matchesAny(constraint: CleanConstraint, match: Match) {
  const { contextName, caseInsensitive } = constraint;
  const values = caseInsensitive ? constraint.values.map((value) => value.toLowerCase()) : constraint.values;
  return (context: EvaluationContext) => {
    const field = lookup(context, contextName);
    if (field === undefined) return false;
    const compared = caseInsensitive ? field.toLowerCase() : field;
    for (const value of values) if (match(compared, value)) return true;
    return false;
  };
}
