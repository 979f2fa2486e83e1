// Searches responses for names of hidden projects: `npm run suite -- names --rounds 20 --seed 1`. Each round builds another world; a seed
// repeats worlds and requests.

import { parseArgs } from 'node:util';
import { readAmount } from '../../tools/testing/read-amount.ts';
import { seeded } from '../races/random.ts';
import { searchForNames } from './search-for-names.ts';
import { openWorld } from './world.ts';

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
});

async function runRound(seed: number): Promise<number> {
  const random = seeded(seed);
  const world = await openWorld(random);
  const { problems, requests, answered } = await searchForNames(world, random);
  await world.close();
  console.log(`seed ${seed}: ${requests} requests, ${answered} of them answered, ${problems.length} problems`);
  for (const problem of problems) console.log(`  ${problem}`);
  return problems.length;
}

const [rounds, seed] = [readAmount(options, 'rounds'), readAmount(options, 'seed')];
let found = 0;
for (let round = 0; round < rounds; round += 1) found += await runRound(seed + round);
if (found > 0) process.exitCode = 1;
