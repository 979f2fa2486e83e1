// What the same requests cost two trees of this product: `node tools/run.mjs test/bench/beside.ts <folder> <folder>`, each with its packages.
// Short windows of either take turns, and neighbours are compared, so that what else the machine does meets both alike: the medians say
// what a clock does not on a machine that others use. Windows behind `--windows`, milliseconds of each behind `--ms`. Linux only.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readAmount } from '../../tools/testing/read-amount.ts';
import { askFor, type Question } from './delivery/load.ts';
import { cpuNanosecondsOf, type MeasuredProcess, startServices } from './delivery/processes.ts';

const { values: options, positionals: trees } = parseArgs({
  allowPositionals: true,
  options: { windows: { type: 'string', default: '200' }, ms: { type: 'string', default: '250' } },
});
const [windows, windowMs] = [readAmount(options, 'windows'), readAmount(options, 'ms')];
if (trees.length !== 2) throw new Error('Two folders are compared.');

const secret = () => randomBytes(28).toString('hex');
const tokens = { client: `default:development.${secret()}`, admin: `*:*.${secret()}` };

async function questionsOf({ url }: MeasuredProcess): Promise<Readonly<Record<string, Question>>> {
  const client = { authorization: tokens.client };
  const first = await fetch(`${url}/api/client/features`, { headers: client });
  await first.arrayBuffer();
  const known = { ...client, 'if-none-match': first.headers.get('etag') ?? '' };
  return {
    'an SDK asks, 304': { path: () => '/api/client/features', headers: known, status: 304 },
    'a user lists features': {
      path: () => '/api/admin/projects/default/features',
      headers: { authorization: tokens.admin },
      status: 200,
    },
  };
}

/** Microseconds of CPU for one answer. */
async function costOf({ url, pid }: MeasuredProcess, question: Question): Promise<number> {
  const begun = cpuNanosecondsOf(pid);
  const answers = await askFor(windowMs, url, question);
  return (cpuNanosecondsOf(pid) - begun) / 1000 / answers;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
}

/** The ends of the middle 95 % of medians of random choices among the values (percentile bootstrap, Efron 1979). */
function certaintyOf(values: readonly number[]): [number, number] {
  const choose = () => values.map(() => values[Math.floor(Math.random() * values.length)] ?? 0);
  const medians = Array.from({ length: 1000 }, () => quantile(choose(), 0.5));
  return [quantile(medians, 0.025), quantile(medians, 0.975)];
}

const folders = trees.map(() => mkdtempSync(join(tmpdir(), 'signalbox-beside-')));
const environment = { INIT_CLIENT_API_TOKENS: tokens.client, INIT_ADMIN_API_TOKENS: tokens.admin, SDK_REQUESTS_PER_MINUTE: '100000000' };
const servers: MeasuredProcess[] = [];
for (const [index, tree] of trees.entries())
  servers.push(await startServices([], { ...environment, DATA_DIR: folders[index] ?? '' }, tree));
const [one, other] = servers;
if (!one || !other) throw new Error('unreachable');
try {
  const [own, others] = [await questionsOf(one), await questionsOf(other)];
  console.log('| asked | first, µs of CPU | second, µs of CPU | difference, median of neighbours | 95 % between |');
  for (const [title, question] of Object.entries(own)) {
    const pairs: [number, number][] = [];
    const beside = others[title] ?? question;
    // The first tenth warms up. Who is first changes with each pair.
    for (let index = 0; index < windows * 1.1; index += 1) {
      const early = index % 2 === 0 ? await costOf(one, question) : await costOf(other, beside);
      const late = index % 2 === 0 ? await costOf(other, beside) : await costOf(one, question);
      if (index >= windows * 0.1) pairs.push(index % 2 === 0 ? [early, late] : [late, early]);
    }
    const medians = [0, 1].map((side) =>
      quantile(
        pairs.map((pair) => pair[side] ?? 0),
        0.5,
      ).toFixed(1),
    );
    const ratios = pairs.map(([before, after]) => (after / before - 1) * 100);
    const [low, high] = certaintyOf(ratios);
    const median = `${quantile(ratios, 0.5).toFixed(1)} %`;
    console.log(`| ${title} | ${medians.join(' | ')} | ${median} | ${low.toFixed(1)} and ${high.toFixed(1)} % |`);
  }
} finally {
  for (const server of servers) await server.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
