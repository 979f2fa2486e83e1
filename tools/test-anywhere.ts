// Runs `npm test` in fresh checkouts of the last commit, in circumstances that a user's machine may have: `npm run suite -- anywhere`, or
// `-- anywhere --only busy`. Fails unless each run is green, leaves nothing behind and contacts nobody.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkOut, leftInFolder, leftInHome } from './anywhere/checkout.ts';
import { runTests } from './anywhere/run-tests.ts';
import { type Situation, situations } from './anywhere/situations.ts';
import { root } from './testing/root.ts';
import { selectNamed } from './testing/select-named.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const rows: string[] = [];
let failed = 0;

for (const situation of selectNamed(situations, values.only, ({ name }) => name)) await tryIn(situation);
console.log(`\n| situation | result | minutes | did not run |\n| --- | --- | --: | --- |\n${rows.join('\n')}`);
console.log(`${rows.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function tryIn(situation: Situation): Promise<void> {
  console.log(`${situation.name}: ${situation.about} ...`);
  if (situation.isOtherUser && process.getuid?.() !== 0) throw new Error(`${situation.name} needs root, to become another user`);
  const parent = mkdtempSync(join(tmpdir(), 'signalbox-anywhere-'));
  try {
    const checkout = checkOut(root, parent, situation);
    const { code, output, minutes, connections } = await runTests(checkout, situation);
    // A notice of npm may follow.
    const result = output.match(/^\d+ passed, \d+ failed/gm)?.at(-1) ?? 'no result';
    const notRun = output.split('\n').filter((line) => line.startsWith('Did not run: '));
    const left = [...leftInHome(checkout), ...leftInFolder(checkout)];
    const problems = [
      ...(code === 0 && result.endsWith(', 0 failed') ? [] : [`exit code ${code}: ${result}`]),
      ...(left.length === 0 ? [] : [`left behind: ${left.join(', ')}`]),
      ...(connections === 0 ? [] : [`${connections} connections to the server of the user's settings`]),
    ];
    if (problems.length > 0) {
      failed += 1;
      const log = join(tmpdir(), `signalbox-anywhere-${situation.name}.log`);
      writeFileSync(log, output);
      console.log(`${situation.name}: FAILED ${problems.join('; ')} (see ${log})`);
    }
    const skipped = notRun.map((line) => line.slice('Did not run: '.length)).join('<br>');
    rows.push(`| ${situation.name} | ${result} | ${minutes.toFixed(1)} | ${skipped} |`);
    console.log(rows.at(-1));
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}
