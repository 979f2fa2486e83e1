// Kills the processes that thousands of applications are connected to, lets all of them reconnect at once, and prints how long they are
// without the current features: `npm run suite -- storm`. Exits with 1 if a target is missed.

import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readAmount } from './testing/read-amount.ts';
import { readChoice } from './testing/read-choice.ts';
import { ways } from './testing/suites.ts';
import { openGround } from '../test/failure/ground.ts';

const { values } = parseArgs({
  options: {
    way: { type: 'string', default: 'standalone' },
    kill: { type: 'string', default: '' },
    streams: { type: 'string', default: '8000' },
    features: { type: 'string', default: '1000' },
    pollers: { type: 'string', default: '2000' },
    seeds: { type: 'string', default: '10' },
  },
});
const way = readChoice(ways, values.way, '--way');
const amounts = {
  streams: readAmount(values, 'streams'),
  features: readAmount(values, 'features'),
  pollers: readAmount(values, 'pollers'),
  seeds: readAmount(values, 'seeds'),
};
const prefix = `storm-${randomBytes(4).toString('hex')}-`;
const folder = join(tmpdir(), `signalbox-${prefix}files`);
mkdirSync(folder, { recursive: true });
const ground = way === 'distributed' ? await openGround() : null;
Object.assign(process.env, { TEST_WAY: way, TEST_PREFIX: prefix, TMPDIR: folder });
if (ground)
  Object.assign(process.env, {
    TEST_MYSQL_URL: ground.mysql.proxy.url,
    TEST_AMQP_URL: ground.rabbit.proxy.url,
    TEST_REDIS_URL: ground.redis.proxy.url,
  });
try {
  // Imported after the environment is set, because tests read it only once.
  const { runStorms } = await import('../test/storm/run-storms.ts');
  process.exitCode = (await runStorms(ground, values.kill, amounts, console.log)) ? 0 : 1;
} finally {
  await ground?.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
