import { locationOf, type Rule, type SourceFile } from './source.ts';

/** Everyday tests that read the clock or sleep, each with its reason. None of them fails on a slow machine. */
export const allowed: Readonly<Record<string, string>> = {
  'packages/host/src/runtime/watch-engine.test.ts':
    'The lag of the event loop is a time, measured by a timer. Rounds repeat until one shows it.',
  'services/delivery/src/token/pending-tokens.test.ts': 'The number of fetches may grow with the time that has passed.',
  'services/toggles/src/document/round-trip.suite.ts': 'The long suite repeats it for thousands of instances.',
};

const isEveryday = ({ path }: SourceFile): boolean => /\.(?:test|suite)\.ts$/.test(path) && path !== 'test/architecture/clock.test.ts';

const elapsed = String.raw`(?:performance|Date)\.now\(\) - [\w.]+(?:\([\w.]+\))?`;

const findings: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [new RegExp(String.raw`${elapsed} <`, 'g'), 'count operations, or make the delay longer than a test'],
  [new RegExp(String.raw`(?:=|return) ${elapsed};`, 'g'), 'count operations, or make the delay longer than a test'],
  [/\bprocess\.(?:cpuUsage|hrtime)\b/g, 'count operations'],
  [/\bcpuMs\([^;]*\)\s*<|\bms\s*<=?\s/g, 'count operations'],
  [
    /\beventually\(.*[^(], [\d_]+\);|^( *).*\beventually\((?:async )?\(\) => \{\n(?:(?!\1\}).*\n)*\1\}, [\d_]+\);/gm,
    'leave the limit to `eventually`',
  ],
  [/\bthis\.timeout\(|\)\.timeout\([\d_]/g, 'leave the limit to .mocharc.json'],
];

/** Sleeps of a fixed time, by the names under which a file imports them. */
function sleepsIn({ text }: SourceFile): RegExpMatchArray[] {
  const names = [...text.matchAll(/\bsetTimeout as (\w+)|import \{[^}]*\b(pause)\b[^}]*\} from '@signalbox\/timing'/g)];
  const sleep = /await new Promise\(\((\w+)\) => setTimeout\(\1/g;
  return [sleep, ...names.map(([, one, two]) => new RegExp(String.raw`await ${one ?? two}\([\d_]+\)`, 'g'))].flatMap((pattern) => [
    ...text.matchAll(pattern),
  ]);
}

/** Everyday tests do not decide by the clock, do not sleep, and share one limit. */
export const testsIgnoreTheClock: Rule = (files) =>
  files
    .filter((file) => isEveryday(file) && !(file.path in allowed))
    .flatMap((file) => [
      ...findings.flatMap(([pattern, advice]) =>
        [...file.text.matchAll(pattern)].map(
          ({ 0: found, index }) => `${locationOf(file, index)} ${String(found.trim().split('\n').at(-1)).trim()}: ${advice}`,
        ),
      ),
      ...sleepsIn(file).map(({ 0: found, index }) => `${locationOf(file, index ?? 0)} ${found}: wait for the effect`),
    ]);
