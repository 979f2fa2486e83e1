import { deepEqual, ok } from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const docs = join(import.meta.dirname, '../../docs');
const page = readFileSync(join(docs, 'security-model.md'), 'utf8');

/** Links to tests: a title, and its file. */
const shownBy = (text: string) =>
  [...text.matchAll(/\[([^\]]+)\]\((\.\.\/[^)]+\.(?:test|long)\.ts)\)/g)].map(([, title = '', file = '']) => ({ title, file }));

/** Titles that the file does not contain, and missing files. */
function missing(text: string): string[] {
  return shownBy(text)
    .filter(({ title, file }) => !existsSync(join(docs, file)) || !readFileSync(join(docs, file), 'utf8').includes(title))
    .map(({ title, file }) => `${file}: ${title}`);
}

/** Table rows with a guarantee but without a test. */
function unshown(text: string): string[] {
  const [, boundaries = '', secrets = '', attackers = ''] =
    /## Trust boundaries\n([\s\S]*?)\n## [\s\S]*## Stored secrets\n([\s\S]*?)\n## Attackers\n([\s\S]*?)\n## /.exec(text) ?? [];
  const rows = [boundaries, secrets, attackers].flatMap((table) =>
    table
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2),
  );
  return rows.filter((row) => shownBy(row).length === 0);
}

describe('docs/security-model.md', () => {
  it('names existing tests', () => {
    ok(shownBy(page).length > 40, `${shownBy(page).length} links`);
    deepEqual(missing(page), []);
  });

  it('has a test for each row about trust, stored secrets and prevented attacks', () => deepEqual(unshown(page), []));

  it('is reported if a test is missing', () => {
    const unheardOf = ['a title', 'of nothing'].join(' ');
    deepEqual(missing(`[${unheardOf}](../test/security/security-model.test.ts) [x](../test/nothing.test.ts)`), [
      `../test/security/security-model.test.ts: ${unheardOf}`,
      '../test/nothing.test.ts: x',
    ]);
    const planted = '## Trust boundaries\n\n|a|\n|-|\n|row|\n\n## A\n\n## Stored secrets\n\n## Attackers\n\n## B\n';
    deepEqual(unshown(planted), ['|row|']);
  });
});
