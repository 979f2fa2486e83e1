import { never } from '../evaluation.ts';
import { lookup } from '../lookup.ts';
import { mayRead } from '../steps.ts';
import { type CompileOperator, notHolding } from './operator.ts';
import { compareVersions, isVersion } from './version.ts';

type Accept = (order: number) => boolean;

/** Compares versions in the order of semver.org. An invalid version on either side fails. */
export const versionOperators: Record<string, CompileOperator> = {
  SEMVER_EQ: comparing((order) => order === 0),
  SEMVER_GT: comparing((order) => order > 0),
  SEMVER_GTE: comparing((order) => order >= 0),
  SEMVER_LT: comparing((order) => order < 0),
  SEMVER_LTE: comparing((order) => order <= 0),
};

function comparing(accept: Accept): CompileOperator {
  return (constraint) => {
    const { contextName, value } = constraint;
    if (value === undefined || !isVersion(value)) return never;
    return (context, _effects, outcome) => {
      const field = lookup(context, contextName);
      if (field === undefined) return false;
      if (!mayRead(outcome, field)) return notHolding(constraint);
      return isVersion(field) && accept(compareVersions(field, value));
    };
  };
}
