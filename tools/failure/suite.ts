// Starts private MySQL, RabbitMQ and Redis servers, each behind a proxy, runs the product on them, breaks one after the other, and prints a
// table: `npm run suite -- failure --seed 1`; `--only 7,8` selects trials. Exits with 1 if a target is missed.

import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { openGround } from '../../test/failure/ground.ts';
import { readAmount } from '../testing/read-amount.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    seeds: { type: 'string', default: '3' },
    writes: { type: 'string', default: '10000' },
    changes: { type: 'string', default: '1000' },
    // 500 requests a second need ten processors. On fewer, requests would fail from overload alone.
    rate: { type: 'string', default: String(Math.min(500, 50 * availableParallelism())) },
    outage: { type: 'string', default: '60' },
  },
});

const seed = readAmount(values, 'seed');
const amounts = {
  writes: readAmount(values, 'writes'),
  seeds: readAmount(values, 'seeds'),
  changes: readAmount(values, 'changes'),
  rate: readAmount(values, 'rate'),
  outageMs: readAmount(values, 'outage') * 1000,
};
const prefix = `failure-${randomBytes(4).toString('hex')}-`;
const folder = join(tmpdir(), `signalbox-${prefix}files`);
mkdirSync(folder, { recursive: true });
const ground = await openGround();
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
Object.assign(process.env, {
  TEST_WAY: 'distributed',
  TEST_PREFIX: prefix,
  TMPDIR: folder,
  TEST_MYSQL_URL: ground.mysql.proxy.url,
  TEST_AMQP_URL: ground.rabbit.proxy.url,
  TEST_REDIS_URL: ground.redis.proxy.url,
});
try {
  // Imported after the environment is set, because tests read it only once.
  const { runTrials } = await import('../../test/failure/run-trials.ts');
  const only = values.only === '' ? [] : values.only.split(',');
  const holds = await runTrials(ground, { seed, only, amounts, say: console.log });
  process.exitCode = holds ? 0 : 1;
} finally {
  await ground.close();
}
process.exit();
