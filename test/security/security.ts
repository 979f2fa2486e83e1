// Attacks the product in this process according to R tests 19, 21, 22 and 24, and prints the results as a table: `npm run suite --
// security`. `--requests` sets the number of requests of the fuzzer.

import { parseArgs } from 'node:util';
import { readAmount } from '../../tools/testing/read-amount.ts';
import { fuzzApi } from './api.ts';
import { sendLarge } from './large-bodies.ts';
import { reachInside } from './outbound.ts';
import { tryPatterns } from './patterns.ts';
import { plantFields, pollute } from './planted-fields.ts';
import { countBits, endSessions, forge, look, lookAtCookies, lookForSecrets } from './sessions.ts';
import { trySlowPeers } from './slow-peers.ts';
import { openWorld, type Row } from './world.ts';

const { values: options } = parseArgs({
  options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
});
const [requests, seed] = [readAmount(options, 'requests'), readAmount(options, 'seed')];
const say = (sentence: string) => console.log(sentence);

const rows: Row[] = [];
async function run(attack: () => Promise<Row> | Row): Promise<void> {
  const row = await attack();
  rows.push(row);
  say(`| ${row.holds ? 'holds ' : 'BROKEN'} | ${row.what} | ${row.cases} | ${row.figure} | ${row.target} |`);
  for (const finding of row.findings.slice(0, 10)) say(`    ${finding}`);
}

say('| | attack | cases | figure | target |');
say('|---|---|---|---|---|');
await run(tryPatterns);
await run(trySlowPeers);
const world = await openWorld();
for (const attack of [lookAtCookies, countBits, endSessions, forge, look, reachInside, plantFields, pollute, sendLarge, lookForSecrets])
  await run(() => attack(world));
await world.app.close();
await run(() => fuzzApi(requests, seed));
const broken = rows.filter(({ holds }) => !holds).length;
say(`${rows.length} attacks, ${rows.reduce((sum, { cases }) => sum + cases, 0)} cases: ${broken} broken`);
if (broken > 0) process.exitCode = 1;
