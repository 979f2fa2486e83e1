import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readPassed, requiredSuites, writePassed } from './release/suite-records.ts';
import { root } from './testing/root.ts';
import { runScript } from './testing/run-script.ts';
import { scriptOf } from './suites.ts';

// Runs every long suite in turn, or those named: `npm run test:full -- races names`. An interrupted run continues where it stopped unless
// something was committed meanwhile; `--again` starts over. docs/long-suites.md records when each last passed.

const { values, positionals } = parseArgs({ options: { again: { type: 'boolean', default: false } }, allowPositionals: true });
const suites = requiredSuites;
const selected = positionals.length === 0 ? suites : suites.filter(([name]) => positionals.includes(name));
if (selected.length < positionals.length) {
  console.error(`Choose among these suites: ${suites.map(([name]) => name).join(', ')}`);
  process.exit(2);
}
const commit = git('rev-parse', '--short=8', 'HEAD');
const isClean = git('status', '--porcelain', '--', ':!docs/long-suites.md') === '';
const passed = readPassed();
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
    const page = writePassed(passed);
    spawnSync(join(root, 'node_modules/.bin/biome'), ['format', '--write', page], { cwd: root, stdio: 'ignore' });
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
