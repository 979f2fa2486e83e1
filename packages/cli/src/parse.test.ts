import { deepEqual, equal, match, throws } from 'node:assert/strict';
import { commands, nouns } from './commands.ts';
import { completionFor } from './command/completion.ts';
import { parse } from './command/parse.ts';

const table = { commands, nouns };

describe('the parser', () => {
  const parsed = (...words: string[]) => {
    let output = '';
    const result = parse(words, table, { write: (text) => (output += text) });
    return { name: result?.command.name, input: result?.input, output };
  };

  it('accepts options before and after the command, and aliases of nouns', () => {
    const { name, input } = parsed('--url', 'http://a', 'feature', 'list', '--tag', 'a:b', '--tag', 'c:d');
    equal(name, 'flag list');
    deepEqual([input?.['url'], input?.['tag'], input?.['archived']], ['http://a', ['a:b', 'c:d'], false]);
  });

  it('prints help for the root, a noun and a command, with examples and exit codes', () => {
    match(parsed('--help').output, /flag\|feature +Feature flags[\s\S]*7 {2}the flag evaluated to off/);
    match(parsed('flag').output, /enable .*\n/);
    match(parsed('flag', 'enable', '--help').output, /Examples:\n {2}signalbox flag enable/);
  });

  it('names mistakes', () => {
    throws(() => parsed('flags'), /unknown command 'flags'[\s\S]*Did you mean flag/);
    throws(() => parsed('flag', 'lst'), /unknown command 'lst'/);
    throws(() => parsed('flag', 'get'), /missing required argument 'flag'/);
    throws(() => parsed('flag', 'list', '--shade'), /unknown option '--shade'/);
    throws(() => parsed('flag', 'history', 'a', '--limit', 'x'), /whole number/);
    throws(() => parsed('flag', 'list', '--output', 'xml'), /Allowed choices are table, json/);
  });
});

describe('completion', () => {
  for (const shell of ['zsh', 'fish', 'pwsh'] as const)
    it(`contains every command in ${shell}`, () => {
      const script = completionFor(shell, table);
      const missing = commands.filter(({ name }) => !script.includes(name));
      deepEqual(missing, []);
    });
});
