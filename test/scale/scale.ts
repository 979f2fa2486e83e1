// Runs several processes of each service, and prints the product's behavior while processes are killed in turn, and while each service is
// rolled over: `npm run suite -- scale --only quiet,kill,roll`; `--service delivery` limits the latter two.

import { parseArgs } from 'node:util';
import { type Client, eventually } from '@signalbox/testing';
import { readAmount } from '../../tools/testing/read-amount.ts';
import { runMocha } from '../../tools/testing/run-mocha.ts';
import { selectNamed } from '../../tools/testing/select-named.ts';
import { findProblems, readLedger } from '../failure/ledger.ts';
import { writeUntil } from '../failure/writer.ts';
import { patient } from '../journeys/running-product.ts';
import { openApplications, untilOn } from './applications.ts';
import { type Cluster, replicaCounts, serviceNames, startCluster } from './cluster.ts';
import { findJobProblems, type Holders, jobIntervals, watchHolders } from './holders.ts';
import { type Kill, killEach, type Scene, switchOn } from './kills.ts';
import { proposeUntil } from './proposals.ts';
import { type RollOut, rollOut } from './roll-out.ts';
import { startTraffic } from './traffic.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    service: { type: 'string', default: '' },
    rate: { type: 'string', default: '100' },
    writers: { type: 'string', default: '2' },
  },
});

const say = (sentence: string) => console.log(sentence);
const project = 'scale';
const maxExitMs = 10_000;
const ledgerLimitMs = 120_000;
const problems: string[] = [];
const expected = options.only.split(',').flatMap((only) => selectNamed(['quiet', 'kill', 'roll'], only, (part) => part));
selectNamed(serviceNames, options.service, (name) => name, '--service');
const [rate, writerCount] = [readAmount(options, 'rate'), readAmount(options, 'writers')];

/** Before any kill: on a new instance, and with SDKs that report every error. */
const quietJourneys = ['shared/shop.suite', 'shared/published-clients.suite'];
/** While processes are killed in turn. */
const robustJourneys = ['shared/toggle-reaches-application.suite', 'shared/new-token.suite', 'shared/own-writes.suite'];
/** On a busy machine, loading a shop with features takes minutes. */
const silenceMs = 240_000;

async function runJourneys(cluster: Cluster, names: readonly string[]): Promise<void> {
  const running = JSON.stringify({ url: cluster.url, tokens: cluster.tokens, password: cluster.password });
  const begun = performance.now();
  const { passed, failed } = await runMocha({
    files: names.map((name) => `test/journeys/${name}.ts`),
    variables: { TEST_PRODUCT: running },
    // They share one product, and some count its features.
    jobs: 1,
    silenceMs,
  });
  say(`journeys ${names.join(', ')}: ${passed} passed, ${failed} failed (${seconds(begun)} s)`);
  if (failed > 0) problems.push(`${failed} tests of journeys failed`);
}

const seconds = (begun: number) => ((performance.now() - begun) / 1000).toFixed(0);

/** Writers. Every acknowledged write must exist in the end. */
function startWriters(cluster: Cluster) {
  const stop = new AbortController();
  const closing = new AbortController();
  const refused = new Map<string, number>();
  const answered = (status: number | null) => {
    if (status === 201) return;
    const what = status === null ? 'no answer' : String(status);
    refused.set(what, (refused.get(what) ?? 0) + 1);
  };
  const client = cluster.as({ authorization: cluster.tokens.admin });
  const writing = Promise.all(
    Array.from({ length: writerCount }, (_, index) =>
      writeUntil(client, { project, prefix: `written-${index}`, stop: stop.signal, closing: closing.signal, answered }),
    ),
  );
  writing.catch(() => undefined);
  return {
    refused,
    async stop(): Promise<string[]> {
      stop.abort();
      return (await writing).flat();
    },
  };
}

/** A user who changes production with change requests, each of which must take effect once. */
function startProposer({ user }: Scene) {
  const stop = new AbortController();
  const timesMs: number[] = [];
  const proposing = proposeUntil(user, { project, stop: stop.signal, applied: (ms) => timesMs.push(ms) });
  proposing.catch(() => undefined);
  return {
    async stop(): Promise<string[]> {
      stop.abort();
      const names = await proposing;
      const sorted = timesMs.toSorted((one, other) => one - other);
      const shown = [0.5, 1].map((part) => sorted[Math.ceil(sorted.length * part) - 1]?.toFixed(0));
      say(`${names.length} change requests were applied: after the proposal, half within ${shown[0]} ms, all within ${shown[1]} ms`);
      return names;
    },
  };
}

async function kill(scene: Scene): Promise<void> {
  const { cluster, holders } = scene;
  const writers = startWriters(cluster);
  const proposer = startProposer(scene);
  const begun = performance.now();
  const journeys = runJourneys(cluster, robustJourneys);
  say('\n| killed            | what it did                  | moved after ms | ms until applications have a change             |');
  say('| ----------------- | ---------------------------- | -------------: | ----------------------------------------------- |');
  await killEach(scene, options.service, (one) => say(lineOfKill(one)));
  await journeys;
  const acknowledged = await writers.stop();
  const refusals = [...writers.refused].map(([what, count]) => `${count} x ${what}`).join(', ') || 'none';
  say(`\n${acknowledged.length} writes were acknowledged in ${seconds(begun)} s; other responses, retried: ${refusals}`);
  const proposed = await proposer.stop();
  const ledger = await readLedger(cluster.workspace, [...acknowledged, ...proposed], ledgerLimitMs, ['change-requests']);
  const applications = ledger.recorded.filter(({ type }) => type === 'change-request-applied').length;
  if (applications !== proposed.length) problems.push(`${proposed.length} change requests were applied, and audit has ${applications}`);
  const found = findProblems(ledger);
  say(`ledger: ${ledger.features.length} features, ${ledger.recorded.length} events in audit, ${found.length} problems`);
  problems.push(...found.slice(0, 20));
  await checkJobs(holders);
}

/** In the end another process runs the minutely job, and none ran it before it was due. */
async function checkJobs(holders: Holders): Promise<void> {
  const job = 'toggles job:mark-potentially-stale';
  const owners = () => new Set(holders.runs.filter((run) => run.job === job).map(({ owner }) => owner)).size;
  if ('toggles'.includes(options.service)) {
    say('waiting until another process runs the minutely job; a lease outlives its holder by two minutes');
    await eventually(() => owners() > 1, 240_000).catch(() => problems.push(`${job} did not move over`));
  }
  problems.push(...findJobProblems(holders.runs, await jobIntervals()));
  say(`jobs: ${holders.runs.length} runs, by ${new Set(holders.runs.map(({ owner }) => owner)).size} processes`);
}

function lineOfKill({ killed, right, movedMs, seenMs }: Kill): string {
  const moved = Number.isNaN(movedMs) ? 'see below' : String(movedMs);
  const seen = [...seenMs].map(([title, ms]) => `${title} ${ms}`).join(', ');
  return `| ${killed.padEnd(17)} | ${right.padEnd(28)} | ${moved.padStart(14)} | ${seen} |`;
}

async function roll({ cluster, admin, applications }: Scene): Promise<void> {
  const sender = startTraffic(cluster, project, rate);
  say(`\n| rolled over     | processes | requests at ${rate} a second | failed | slowest exit ms | p99 ms |`);
  say('| --------------- | --------: | -----------------------: | -----: | --------------: | -----: |');
  await rollOut(cluster, sender, options.service, (rolled) => {
    say(lineOfRollOut(rolled));
    for (const [what, count] of rolled.failures) problems.push(`${rolled.service} rolled over: ${count} x ${what}`);
    if (rolled.exitMs > maxExitMs) problems.push(`${rolled.service} took ${rolled.exitMs.toFixed(0)} ms to end`);
  });
  await sender.stop();
  await switchOn(admin, project, 'after-roll-out');
  for (const [title, ms] of await untilOn(applications, 'after-roll-out')) say(`${title} continues: receives a change after ${ms} ms`);
}

function lineOfRollOut({ service, replicas, requests, failures, exitMs, p99Ms }: RollOut): string {
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  const cells = [service.padEnd(15), String(replicas).padStart(9), String(requests).padStart(24), String(failed).padStart(6)];
  return `| ${[...cells, exitMs.toFixed(0).padStart(15), p99Ms.toFixed(0).padStart(6)].join(' | ')} |`;
}

async function logIn({ as, password }: Cluster): Promise<Client> {
  const { headers } = await as({}).post('/auth/simple/login', { username: 'admin', password });
  return patient(as({ cookie: String(headers['set-cookie']).split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' }));
}

async function openScene(cluster: Cluster): Promise<Scene> {
  const admin = patient(cluster.as({ authorization: cluster.tokens.admin }));
  const user = await logIn(cluster);
  const made = await user.post('/api/admin/projects', { id: project, name: project });
  if (made.status !== 201) throw new Error(`no project: ${JSON.stringify(made.body)}`);
  const token = { tokenName: 'scale', type: 'client', environment: 'development', projects: [project] };
  const { body } = await admin.post('/api/admin/api-tokens', token);
  const applications = await openApplications(cluster, String(body.secret));
  return { cluster, holders: await watchHolders(cluster), admin, user, project, applications };
}

const begun = performance.now();
const counts = Object.entries(replicaCounts).map(([name, count]) => `${count} ${name}`);
const cluster = await startCluster();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void cluster.close().then(() => process.exit(1)));
try {
  say(`${counts.join(', ')} are ready after ${seconds(begun)} s`);
  const scene = await openScene(cluster);
  try {
    if (expected.includes('quiet')) await runJourneys(cluster, quietJourneys);
    if (expected.includes('kill')) await kill(scene);
    if (expected.includes('roll')) await roll(scene);
  } finally {
    for (const application of scene.applications) application.close();
    await scene.holders.close();
  }
} catch (error) {
  problems.push((error as Error).stack ?? String(error));
} finally {
  await cluster.close();
}
for (const problem of problems) say(`PROBLEM ${problem}`);
say(problems.length === 0 ? `\nAll checks passed (${seconds(begun)} s).` : `\n${problems.length} problems (${seconds(begun)} s)`);
process.exit(problems.length > 0 ? 1 : 0);
