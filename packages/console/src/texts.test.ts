import { deepEqual } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Phrases that no native writer uses in an interface, and the second word of pairs that mean the same. */
const avoided =
  /\b(?:asked for|not asked|told|whoever|whomever|somebody|nobody|everybody|made up|outlived|stands?|as it (?:is|was)|switch(?:ed)? (?:on|off)|choose all|lack the permission|test (?:person|people)|e-mail|log-in|user name)\b/i;

/** The literals of a module without the expressions in its templates. */
const literalsOf = (source: string): readonly string[] =>
  [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].map(
    ([, quoted, template = '']) => quoted ?? template.replaceAll(/\$\{[^}]*\}/g, '…'),
  );

describe('the texts of the console', () => {
  it('avoid phrases that read as translated', () => {
    const files = globSync('**/texts.ts', { cwd: import.meta.dirname });
    const found = files.flatMap((file) =>
      literalsOf(readFileSync(join(import.meta.dirname, file), 'utf8'))
        .filter((text) => avoided.test(text))
        .map((text) => `${file}: ${text}`),
    );
    deepEqual(found, []);
  });

  it('are checked by a pattern that finds such phrases', () => {
    const trap = "about: (who: string) => `Whoever asks is told ${who}.`, none: 'Nobody has asked for it',";
    deepEqual(
      literalsOf(trap).map((text) => avoided.test(text)),
      [true, true],
    );
  });
});
