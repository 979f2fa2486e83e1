// Sends valid and mutated requests generated from docs/reference/openapi.json, and prints responses that differ from the declaration. Run
// it with `npm run suite -- fuzz-api --seed 1 --requests 20000`; with `--way distributed` each service runs in its own process. Fails if
// there are findings, or if a concurrent ordinary request took too long.

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findServers } from '../packages/testing/src/servers.ts';
import { operations } from '../test/fuzz/api/document.ts';
import { fuzz } from '../test/fuzz/api/fuzz.ts';
import { needOf } from '../test/fuzz/api/out-of-reach.ts';
import { settings, targetAt } from '../test/fuzz/api/target.ts';
import { readAmount } from './testing/read-amount.ts';
import { readChoice } from './testing/read-choice.ts';
import { selectNamed } from './testing/select-named.ts';
import { ways } from './testing/suites.ts';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: String(1 + (Date.now() % 1_000_000)) },
    requests: { type: 'string', default: '20000' },
    way: { type: 'string', default: 'standalone' },
    only: { type: 'string', default: '' },
  },
});
const way = readChoice(ways, options.way, '--way');
const amounts = { seed: readAmount(options, 'seed'), requests: readAmount(options, 'requests') };
const requested = selectNamed(operations, options.only, ({ id, path }) => `${id} ${path}`);
const maxWaitMs = 3000;

const say = (sentence: string) => console.log(sentence);

async function start() {
  if (way === 'distributed') {
    const servers = await findServers({
      required: ['mysql', 'rabbit', 'redis'],
      folder: join(tmpdir(), 'signalbox-fuzz-servers'),
      report: say,
    });
    const url = { TEST_MYSQL_URL: servers.mysql.url, TEST_AMQP_URL: servers.rabbit.url, TEST_REDIS_URL: servers.redis.url };
    Object.assign(process.env, { TEST_WAY: 'distributed', ...url });
    const { startProduct } = await import('../test/journeys/product.ts');
    const product = await startProduct(settings);
    const close = async () => {
      await product.close();
      await servers.close();
    };
    return { target: targetAt(product.url, product.password, product.tokens), close };
  }
  const { openFuzzedApp } = await import('../test/fuzz/api/fuzzed-app.ts');
  return openFuzzedApp();
}

const { target, close } = await start();
const report = await fuzz(target, amounts, requested);
await close();

const statuses = [...report.statuses].sort(([one], [other]) => one - other).map(([status, count]) => `${status}: ${count}`);
say(`${report.requests} requests from seed ${amounts.seed}, ${way}: ${statuses.join(', ')}`);
say(
  `${report.succeeded.size} of ${requested.length} operations succeeded at least once. The others, with the reason, or the most frequent refusal of an administrator:`,
);
for (const { id } of requested.filter((operation) => !report.succeeded.has(operation.id))) {
  const [first] = [...(report.refusals.get(id) ?? [])].sort(([, one], [, other]) => other - one);
  say(`  ${id}: ${needOf(id) ?? (first ? `${first[0]} (${first[1]})` : 'never requested by an administrator')}`);
}
say(`Concurrent ordinary requests took at most ${report.waitedMs.toFixed(0)} ms.`);
for (const { what, times, request, answer } of report.findings) say(`\n${what} (${times})\n  ${request}\n  ${answer}`);
say(`\n${report.findings.length} findings`);
process.exit(report.findings.length > 0 || report.waitedMs > maxWaitMs ? 1 : 0);
