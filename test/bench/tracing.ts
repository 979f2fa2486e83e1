// What traces cost the cheapest answer that there is: microseconds of CPU of one 304 to an application, through the gateway of one process,
// which is three spans. The ways take turns, and the least of each counts; on a machine that is busy with something else, no figure says
// much. Linux only. Run it with `node tools/run.mjs test/bench/tracing.ts`; `--rounds` says how many rounds there are.

import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readAmount } from '../../tools/testing/read-amount.ts';
import { askFor, type Question } from './delivery/load.ts';
import { cpuSecondsOf, type MeasuredProcess, startServices } from './delivery/processes.ts';

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '8' } } });
const rounds = readAmount(options, 'rounds');
const roundMs = 1500;
const token = `default:development.${randomBytes(28).toString('hex')}`;

interface Contest {
  readonly title: string;
  readonly server: MeasuredProcess;
  readonly question: Question;
  best: number;
}

/** Takes everything, as fast as it comes. */
const collector = createServer((request, response) => void request.resume().on('end', () => response.end()));
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}` };
const some = { ...endpoint, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' };
const ways: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no collector': {},
  'none recorded': { ...endpoint, OTEL_TRACES_SAMPLER: 'always_off' },
  'one in twenty': { ...some, OTEL_TRACES_SAMPLER_ARG: '0.05' },
  'all recorded': endpoint,
};

const folders: string[] = [];
const contests: Contest[] = [];
for (const [title, settings] of Object.entries(ways)) {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-bench-'));
  folders.push(folder);
  contests.push(await open(title, { ...settings, DATA_DIR: folder, INIT_CLIENT_API_TOKENS: token }));
}
for (let round = 0; round <= rounds; round += 1) for (const contest of contests) await measure(contest, round > 0);
for (const { title, best } of contests) console.log(`| ${title.padEnd(14)} | ${best.toFixed(1).padStart(6)} µs |`);
for (const { server } of contests) await server.stop();
collector.closeAllConnections();
collector.close();
for (const folder of folders) await rm(folder, { recursive: true, force: true });

async function open(title: string, settings: Readonly<Record<string, string>>): Promise<Contest> {
  const server = await startServices([], settings);
  const path = '/api/client/features';
  const headers = { authorization: token };
  const answer = await fetch(server.url + path, { headers });
  await answer.arrayBuffer();
  const question = { path: () => path, headers: { ...headers, 'if-none-match': answer.headers.get('etag') ?? '' }, status: 304 };
  return { title, server, question, best: Infinity };
}

async function measure(contest: Contest, counts: boolean): Promise<void> {
  const { server, question } = contest;
  const begun = cpuSecondsOf(server.pid);
  const answers = await askFor(roundMs, server.url, question);
  const microseconds = ((cpuSecondsOf(server.pid) - begun) * 1_000_000) / answers;
  if (counts) contest.best = Math.min(contest.best, microseconds);
}
