import { deepEqual, equal, throws } from 'node:assert/strict';
import { readArguments } from './read-arguments.ts';

const target = ['--to', 'http://here', '--token', 'own'];
const source = ['--url', 'http://there', '--source-token', 'other'];

describe('arguments of a migration', () => {
  it('have defaults', () => {
    const { step, contexts, intervalSeconds, report, json } = readArguments([...source, 'plan'], {});
    deepEqual([step, contexts, intervalSeconds, report, json], ['plan', 1000, 5, 'migration-report', false]);
  });

  it('accept a database or a file, and the URL of its server', () => {
    equal(readArguments(['--database', 'postgres://there/unleash', '--url', 'http://there', ...target, 'verify'], {}).url, 'http://there');
    equal(readArguments(['--export', 'state.json', ...target, 'import'], {}).export, 'state.json');
  });

  it('need no source to check a report', () => {
    equal(readArguments([...target, '--report', 'mine', 'check'], {}).report, 'mine');
  });

  it('may leave secrets to environment variables, and override them', () => {
    const env = { UNLEASH_DATABASE_URL: 'postgres://there/unleash', UNLEASH_TOKEN: 'other', SIGNALBOX_TOKEN: 'own' };
    const read = (...words: string[]) => {
      const { token, sourceToken, database } = readArguments(['--to', 'http://here', ...words, 'import'], env);
      return [token, sourceToken, database];
    };
    deepEqual(read(), ['own', 'other', 'postgres://there/unleash']);
    deepEqual(read('--database', 'postgres://here', '--token', 'mine'), ['mine', 'other', 'postgres://here']);
    deepEqual(read('--export', 'state.json'), ['own', 'other', undefined]);
    deepEqual(read(...source), ['own', 'other', undefined]);
    equal(readArguments(['--to', 'http://here', 'check'], env).database, undefined);
    equal(readArguments(['--url', 'http://there', 'plan'], { UNLEASH_TOKEN: 'other', UNLEASH_DATABASE_URL: '' }).sourceToken, 'other');
  });

  for (const [mistake, words] of [
    [/Use one step/, [...source, ...target]],
    [/Use one step/, [...source, ...target, 'plan', 'import']],
    [/exactly one source/, [...target, 'import']],
    [/exactly one source/, ['--export', 'a', '--database', 'b', 'plan']],
    [/--url requires UNLEASH_TOKEN or --source-token/, ['--url', 'http://there', 'plan']],
    [/import requires --to, and SIGNALBOX_TOKEN or --token/, [...source, 'import']],
    [/verify requires --url/, ['--database', 'b', ...target, 'verify']],
    [/no changes to follow/, ['--export', 'a', '--url', 'http://there', ...target, 'follow']],
    [/--contexts must be a whole number/, [...source, '--contexts', '0', 'plan']],
    [/check needs no source/, [...source, ...target, 'check']],
    [/check requires --to, and SIGNALBOX_TOKEN or --token/, ['check']],
    [/Unknown option/, [...source, '--colour', 'plan']],
  ] as const)
    it(`refuse ${words.join(' ')}`, () => {
      throws(() => readArguments(words, {}), mistake);
    });
});
