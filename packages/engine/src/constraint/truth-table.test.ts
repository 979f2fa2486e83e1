import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operators } from '@signalbox/contracts';
import { beginOutcome } from '../evaluation.ts';
import { IdList } from '../list/id-list.ts';
import { compileConstraint } from './compile-constraint.ts';

const page = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const row = /^\| ([^|]+?) +\| ([^|]+?) +\| ([^|]+?) +\|$/;

/** Documented results of an operator without its field: plain, then inverted. */
function documentedResults(operator: string): (string | undefined)[] {
  const rows = page.split('\n').map((line) => row.exec(line)?.slice(1) ?? []);
  const found = rows.filter(([names = '']) => {
    const patterns = names.split(', ').map((name) => name.replaceAll('`', '').replace('*', '\\w+'));
    return patterns.some((pattern) => new RegExp(`^${pattern}$`).test(operator));
  });
  assert.equal(found.length, 1, `${operator} stands in ${found.length} rows`);
  return found[0]?.slice(1) ?? [];
}

const lists = new Map([['1.0.0', await IdList.from([], 0, async () => undefined)]]);

function resultOf(operator: string, inverted: boolean): string {
  const value = operator.startsWith('DATE_') ? '2024-01-01T00:00:00Z' : '1.0.0';
  const constraint = { contextName: 'plan', operator: operator as 'IN', values: ['1.0.0'], value, inverted };
  const at = (now: string) =>
    compileConstraint(constraint, lists).test({}, { now: () => new Date(now), random: () => 0, hostname: '' }, beginOutcome());
  const [before, after] = [at('2023-06-01'), at('2024-06-01')];
  return before === after ? String(before) : 'by the clock';
}

describe('the truth table of the README', () => {
  for (const operator of [...operators, 'anything else']) {
    it(`documents ${operator} without its field`, () => {
      assert.deepEqual(documentedResults(operator), [resultOf(operator, false), resultOf(operator, true)]);
    });
  }
});
