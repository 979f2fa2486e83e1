import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './testing/root.ts';
import { runScript } from './testing/run-script.ts';
import { longSuites, scriptOf } from './suites.ts';

// Runs every long suite in turn, or those named: `npm run test:full -- races names`. An interrupted run continues where it stopped unless
// something was committed meanwhile; `--again` starts over. docs/long-suites.md records when each last passed.

interface Passed {
  /** Day on which the suite passed (ISO 8601). */
  readonly day: string;
  readonly commit: string;
  readonly minutes: string;
}

const page = join(root, 'docs/long-suites.md');
const { values, positionals } = parseArgs({ options: { again: { type: 'boolean', default: false } }, allowPositionals: true });
const suites = Object.entries(longSuites).filter(([, { full }]) => full);
const selected = positionals.length === 0 ? suites : suites.filter(([name]) => positionals.includes(name));
if (selected.length < positionals.length) {
  console.error(`Choose among these suites: ${suites.map(([name]) => name).join(', ')}`);
  process.exit(2);
}
const commit = git('rev-parse', '--short=8', 'HEAD');
const isClean = git('status', '--porcelain', '--', ':!docs/long-suites.md') === '';
const passed = readPage();
const failed: string[] = [];

for (const [name, suite] of selected) {
  if (!values.again && isClean && passed.get(name)?.commit === commit) {
    console.log(`${name}: already passed at this commit`);
    continue;
  }
  console.log(`\n${name}: ${suite.about}`);
  const begun = performance.now();
  const words = [...(suite.options ?? []), ...(suite.full ?? [])];
  const { code, isInterrupted } = await runScript(scriptOf(suite), words);
  if (isInterrupted) process.exit(1);
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  console.log(`${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${minutes} minutes`);
  if (code !== 0) failed.push(name);
  else if (isClean) {
    passed.set(name, { day: new Date().toISOString().slice(0, 10), commit, minutes });
    writePage();
  }
}
if (!isClean) console.log('Files have changed since the last commit, so docs/long-suites.md was not updated.');
for (const name of failed) console.log(`FAILED ${name}`);
console.log(`${selected.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;

function git(...words: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** The rows of the page, by suite. */
function readPage(): Map<string, Passed> {
  if (!existsSync(page)) return new Map();
  const rows = [...readFileSync(page, 'utf8').matchAll(/^\| `([\w-]+)` +\|[^|]*\| (\S+) +\| `(\w+)` +\| +([\d.]*) ?\|$/gm)];
  return new Map(rows.map(([, name = '', day = '', at = '', minutes = '']) => [name, { day, commit: at, minutes }]));
}

function writePage(): void {
  const rows = suites.map(([name, { about }]) => {
    const { day = 'never', commit: at = '', minutes = '' } = passed.get(name) ?? {};
    return `| \`${name}\` | ${about} | ${day} | ${at === '' ? '' : `\`${at}\``} | ${minutes} |`;
  });
  const head = ['| suite | shows | last passed | at commit | minutes |', '| --- | --- | --- | --- | --: |'];
  const text = `# Long suites\n\n\`npm run test:full\` runs them in this order and writes this page; \`npm run suite -- <name>\` runs one.\n\n`;
  writeFileSync(page, `${text}${[...head, ...rows].join('\n')}\n`);
  spawnSync(join(root, 'node_modules/.bin/biome'), ['format', '--write', page], { cwd: root, stdio: 'ignore' });
}
