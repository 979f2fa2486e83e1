import { readsOneValue } from '@signalbox/contracts/operators';
import type { Constraint } from '../api/operations.ts';
import { usageProblem } from '../base/problem.ts';

/** Parses `country IN NO,SE` or `not appVersion SEMVER_GT 2.4.0`. The server validates names, operators and values. */
export function parseConstraint(text: string): Constraint {
  const [, not, contextName = '', operator = '', rest = ''] = /^\s*(not\s+)?(\S+)\s+([A-Z_]+)\s+(.+?)\s*$/.exec(text) ?? [];
  if (contextName === '') throw usageProblem(`A constraint has the form "country IN NO,SE"; got ${text}.`);
  return {
    contextName,
    operator: operator as Constraint['operator'],
    ...(readsOneValue(operator) ? { value: rest } : { values: rest.split(',').map((value) => value.trim()) }),
    ...(not !== undefined && { inverted: true }),
  };
}
