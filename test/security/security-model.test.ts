import { deepEqual, ok } from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const docs = join(import.meta.dirname, '../../docs');
const page = readFileSync(join(docs, 'security-model.md'), 'utf8');

/** The links to tests: a title, and the file that it stands in. */
const shownBy = (text: string) =>
  [...text.matchAll(/\[([^\]]+)\]\((\.\.\/[^)]+\.test\.ts)\)/g)].map(([, title = '', file = '']) => ({ title, file }));

/** Titles that no test of the file has, and files that there are not. */
function missing(text: string): string[] {
  return shownBy(text)
    .filter(({ title, file }) => !existsSync(join(docs, file)) || !readFileSync(join(docs, file), 'utf8').includes(title))
    .map(({ title, file }) => `${file}: ${title}`);
}

/** Rows of tables that promise something and name no test. */
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

describe('the page on the security model', () => {
  it('names tests that there are', () => {
    ok(shownBy(page).length > 40, `${shownBy(page).length} links`);
    deepEqual(missing(page), []);
  });

  it('has a test for each row of what is believed, where secrets rest and what an attacker cannot do', () => deepEqual(unshown(page), []));

  it('is found out where a test is missing', () => {
    const unheardOf = ['a title', 'of nothing'].join(' ');
    deepEqual(missing(`[${unheardOf}](../test/security/security-model.test.ts) [x](../test/nothing.test.ts)`), [
      `../test/security/security-model.test.ts: ${unheardOf}`,
      '../test/nothing.test.ts: x',
    ]);
    const planted = '## Trust boundaries\n\n|a|\n|-|\n|row|\n\n## A\n\n## Stored secrets\n\n## Attackers\n\n## B\n';
    deepEqual(unshown(planted), ['|row|']);
  });
});
