import { argument, command, flagOption, optionalSetting, settingOption, textOption } from '../command/command.ts';
import { isTest } from '../code/sdk-calls.ts';
import { findPatch, type FoundPatch } from './find-patch.ts';

/** Arguments and options that select a flag and its winner. */
export const cleanupArguments = { flag: argument('Name of the flag') } as const;
export const cleanupOptions = {
  project: settingOption('project'),
  calls: optionalSetting('calls'),
  winner: textOption('on, off or variant=NAME, instead of the only answer that the server finds', 'winner'),
  dropArguments: flagOption('Drop arguments of evaluations even if they call functions'),
} as const;

export const planCleanup = command({
  name: 'cleanup plan',
  summary: 'List what the removal of a flag from the code changes',
  arguments: cleanupArguments,
  options: cleanupOptions,
  examples: [{ line: 'signalbox cleanup plan new-checkout --winner on', text: 'Lists files, places that a user must change, and tests.' }],
  async run({ flag, ...input }, session) {
    const found = await findPatch({ flag, ...input }, session);
    const { files, refused, remaining, references, winner } = found;
    const data = {
      flag,
      winner,
      order: ['code', 'deploy', 'archive'],
      references,
      files: files.map(({ path }) => path),
      refused,
      remaining,
      tests: testsOf(found),
    };
    const rows = [
      ...files.map(({ path }) => [path, 'patched']),
      ...refused.map(({ path, line, reason }) => [`${path}:${line}`, reason]),
      ...remaining.map(({ path, line, kind }) => [`${path}:${line}`, `remains (${kind})`]),
      ...data.tests.map((path) => [path, 'test to run']),
    ];
    return { data, table: { titles: ['file', 'action'], rows } };
  },
});

/** Tests that name the flag, or that are named after a patched file. */
function testsOf({ files, references, tree }: FoundPatch): readonly string[] {
  const patched = new Set(files.map(({ path }) => stemOf(path)));
  const tests = [...tree.keys()].filter((path) => isTest(path) && patched.has(stemOf(path)));
  return [...new Set([...tests, ...references.filter(({ kind }) => kind === 'test').map(({ path }) => path)])].sort();
}

const stemOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/[._-](?:test|spec)(?=\.)|\.\w+$/g, '');
