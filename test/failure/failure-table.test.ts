import { deepEqual } from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { trials } from './trials/trials.ts';

const docs = join(import.meta.dirname, '../../docs');

interface Row {
  readonly line: string;
  readonly numbers: readonly number[];
  readonly links: readonly string[];
}

/** Rows of the page's tables: the trial numbers and links in the last cell. */
function rowsOf(text: string): Row[] {
  const lines = text.split('\n').filter((line) => line.startsWith('|') && !/^\| *-/.test(line));
  return lines
    .filter((line) => !line.includes('| shown by'))
    .map((line) => {
      const last = line.split('|').at(-2) ?? '';
      const numbers = [...last.matchAll(/(\d+):/g)].map(([, number]) => Number(number));
      return { line, numbers, links: [...last.matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => link ?? '') };
    });
}

/** Rows without a test, with a missing test, or with a trial that is not in the suite. */
function findProblems(rows: readonly Row[], exists: (link: string) => boolean, known: ReadonlySet<number>): string[] {
  return rows.flatMap(({ line, numbers, links }) => [
    ...(links.length === 0 ? [`row without a test: ${line}`] : []),
    ...links.filter((link) => !exists(link)).map((link) => `${link} does not exist`),
    ...numbers.filter((number) => !known.has(number)).map((number) => `unknown trial ${number}`),
  ]);
}

describe('docs/failures.md', () => {
  const rows = rowsOf(readFileSync(join(docs, 'failures.md'), 'utf8'));
  const known = new Set(trials.map(({ number }) => number));

  it('names an existing test in each row', () => {
    deepEqual(
      findProblems(rows, (link) => existsSync(join(docs, link)), known),
      [],
    );
  });

  it('names every trial of the suite, except those that are not about failures', () => {
    const named = new Set(rows.flatMap(({ numbers }) => numbers));
    deepEqual(
      [...known].filter((number) => !named.has(number)).sort((one, other) => one - other),
      [5, 6],
    );
  });

  it('is reported for a row without a test, with a missing test, or with an unknown trial', () => {
    const planted = rowsOf('| what | shown by |\n| ---- | -------- |\n| a | nobody |\n| b | 99: [c](d.ts) |');
    deepEqual(
      findProblems(planted, () => false, known),
      ['row without a test: | a | nobody |', 'd.ts does not exist', 'unknown trial 99'],
    );
  });
});
