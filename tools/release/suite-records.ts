import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../testing/root.ts';
import { type LongSuite, longSuites } from '../suites.ts';

/** The last time that a suite passed. */
export interface Passed {
  /** Day on which the suite passed (ISO 8601). */
  readonly day: string;
  readonly commit: string;
  readonly minutes: string;
}

const page = join(root, 'docs/long-suites.md');
const introduction = `# Long suites

\`npm run test:full\` runs them in this order and writes this page; \`npm run suite -- <name>\` runs one. A release requires that each has
passed within the last seven days and the last 200 commits.
`;

/** Long suites that a release requires, by name. */
export const requiredSuites: readonly (readonly [name: string, suite: LongSuite])[] = Object.entries(longSuites).filter(
  ([, { full }]) => full,
);

/** Reads the page: the last pass of each suite, by its name. */
export function readPassed(): Map<string, Passed> {
  if (!existsSync(page)) return new Map();
  const rows = [...readFileSync(page, 'utf8').matchAll(/^\| `([\w-]+)` +\|[^|]*\| (\S+) +\| `(\w+)` +\| +([\d.]*) ?\|$/gm)];
  return new Map(rows.map(([, name = '', day = '', at = '', minutes = '']) => [name, { day, commit: at, minutes }]));
}

/** Writes the page. It is not formatted. */
export function writePassed(passed: ReadonlyMap<string, Passed>): string {
  const rows = requiredSuites.map(([name, { about }]) => {
    const { day = 'never', commit = '', minutes = '' } = passed.get(name) ?? {};
    return `| \`${name}\` | ${about} | ${day} | ${commit === '' ? '' : `\`${commit}\``} | ${minutes} |`;
  });
  const head = ['| suite | shows | last passed | at commit | minutes |', '| --- | --- | --- | --- | --: |'];
  writeFileSync(page, `${introduction}\n${[...head, ...rows].join('\n')}\n`);
  return page;
}

const limits = { days: 7, commits: 200 };
const dayMs = 86_400_000;

/**
 * Returns a sentence for each suite that has not passed within seven days and 200 commits. `commitsSince` returns the number of commits
 * after a commit, or undefined if the history lacks it.
 */
export function outdatedSuites(
  names: readonly string[],
  passed: ReadonlyMap<string, Passed>,
  { now, commitsSince }: { now: Date; commitsSince: (commit: string) => number | undefined },
): string[] {
  return names.flatMap((name) => {
    const last = passed.get(name);
    if (last === undefined) return [`${name} has never passed`];
    const commits = commitsSince(last.commit);
    if (commits === undefined) return [`${name} last passed at ${last.commit}, which is not in this history`];
    const days = Math.floor((now.getTime() - new Date(last.day).getTime()) / dayMs);
    return days > limits.days || commits > limits.commits ? [`${name} last passed ${days} days and ${commits} commits ago`] : [];
  });
}
