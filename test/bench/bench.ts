// Measures the cost of requests: CPU milliseconds of all processes of the product and its database, in the way of running that TEST_WAY
// names. `npm run bench` runs it in both ways; see `usage` for the options.

import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Client, testEnvironment } from '@signalbox/testing';
import { type Product, startProduct } from '../journeys/product.ts';
import { type Group, memoryOf } from './administration/cpu.ts';
import { figureOf, isLoss, ratioOf } from './administration/figures.ts';
import { load, type Measure } from './administration/load.ts';
import { featuresPath, type Row, rows } from './administration/rows.ts';
import { seed } from './administration/seed.ts';
import { measureStreams, streamsTitle } from './administration/streams.ts';
import { evaluationsPerSecond } from './engine/yardstick.ts';
import { readAmount, readQuantity } from '../../tools/testing/read-amount.ts';
import { root } from '../../tools/testing/root.ts';
import { selectNamed } from '../../tools/testing/select-named.ts';

const usage = `npm run bench [-- options]
  --way standalone|distributed   measures only one way of running
  --sizes 1000,5000,20000        number of features (default: 5000)
  --only <text>                  rows whose title contains the text
  --windows <n>                  measurements per row (default: 5)
  --seconds <n>                  duration of a measurement (default: 1.5)
  --idle <seconds>               pause before measuring memory after the import (default: 60)
  --compare <folder>             also measures another checkout, in turns; fails if a row costs over 10 % more here`;

const { values: options } = parseArgs({
  options: {
    way: { type: 'string' },
    sizes: { type: 'string', default: '5000' },
    only: { type: 'string', default: '' },
    windows: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1.5' },
    idle: { type: 'string', default: '60' },
    compare: { type: 'string' },
    'database-pid': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const sizes = options.sizes.split(',').map((size) => readAmount({ sizes: size }, 'sizes'));
const [windowCount, windowSeconds, idleSeconds] = [
  readAmount(options, 'windows'),
  readQuantity(options, 'seconds'),
  readQuantity(options, 'idle'),
];
const chosen = selectNamed([...rows, { title: streamsTitle }], options.only, ({ title }) => title);
const say = (sentence: string) => console.log(sentence);
const secret = 'c'.repeat(56);
const tokens = { client: `*:development.${secret}`, frontend: `*:development.${secret.replaceAll('c', 'f')}` };
const settings = {
  LOGINS_PER_MINUTE: '1000000',
  METRICS_LIMIT_BYTES: '10000000',
  SDK_REQUESTS_PER_MINUTE: '100000000',
  INIT_CLIENT_API_TOKENS: tokens.client,
  INIT_FRONTEND_API_TOKENS: tokens.frontend,
};
const { way } = testEnvironment;
/** The first window of a row is discarded, because it compiles code for the others. */
const warmUpMs = 2000;

/** Processes that are measured: each process of the product, and the private database. */
function groupsOf(product: Product): Group[] {
  const services = [...product.pids()].map(([name, pid]) => ({ name, pids: [pid] }));
  const { 'database-pid': database } = options;
  return database === undefined ? services : [...services, { name: 'database', pids: [Number(database)] }];
}

/** A checkout to measure. */
interface Contender {
  readonly title: string;
  readonly product: Product;
  readonly started: ReadonlyMap<string, number>;
  readonly found: Map<Row, Measure[]>;
}

/** Measures the rows in turns, so that other load on the machine affects all rows and checkouts alike. */
async function measure(contenders: readonly Contender[], size: number): Promise<void> {
  for (let window = 0; window <= windowCount; window += 1) {
    say(`  ${window === 0 ? 'warming up' : `window ${window} of ${options.windows}`}, load ${loadavg()[0]?.toFixed(1)}`);
    for (const row of chosen.filter((one) => 'ask' in one)) {
      for (const { product, found } of window % 2 === 0 ? contenders : contenders.toReversed()) {
        const measured = await measureOnce(product, row, size, window === 0);
        if (window > 0) found.set(row, [...(found.get(row) ?? []), measured]);
      }
    }
  }
}

async function measureOnce(product: Product, row: Row, size: number, isFirst: boolean): Promise<Measure> {
  const quiet = row.beside ? beside(product, row.beside, size) : undefined;
  const known = { password: product.password, etag: await etagOf(product) };
  const measured = await load(product.url, (index) => row.ask(index, size, known), {
    groups: groupsOf(product),
    headers: row.as === 'anonymous' ? {} : { authorization: row.as === undefined ? product.tokens.admin : tokens[row.as] },
    workers: row.workers ?? 10,
    seconds: windowSeconds,
    ...(isFirst && { warmUpMs }),
  });
  await quiet?.();
  return measured;
}

async function etagOf({ as }: Product): Promise<string> {
  const { headers } = await as({ authorization: tokens.client }).get(featuresPath);
  return String(headers['etag']);
}

/** Sends usage reports like an application until stopped: 17 reports of 50 features a second are 50,000 counts a minute. */
function beside({ as }: Product, { ask, perSecond }: NonNullable<Row['beside']>, size: number): () => Promise<void> {
  const application = as({ authorization: tokens.client });
  const sent: Promise<unknown>[] = [];
  const timer = setInterval(() => {
    const { path, body } = ask(sent.length, size);
    sent.push(application.post(path, body));
  }, 1000 / perSecond);
  return async () => {
    clearInterval(timer);
    await Promise.all(sent);
  };
}

/** Only users may import. */
async function logIn(product: Product): Promise<Client> {
  const { headers } = await product.as({}).post('/auth/simple/login', { username: 'admin', password: product.password });
  return product.as({ cookie: String(headers['set-cookie']).split(';')[0] ?? '' });
}

const sumOf = ({ cpu }: Measure): number => [...cpu.values()].reduce((total, ms) => total + ms, 0);

const middle = (values: readonly number[]): number => figureOf(values).median;

/** CPU time of each process, by the median window. Processes with almost none are omitted. */
function partsOf(windows: readonly Measure[]): string {
  const names = [...(windows[0]?.cpu.keys() ?? [])];
  const parts = names.map((name) => [name, middle(windows.map(({ cpu }) => cpu.get(name) ?? 0))] as const);
  return parts
    .filter(([, ms]) => ms >= 0.05)
    .map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
    .join(', ');
}

interface Outcome {
  missed: number;
  lost: number;
}

function printRows({ found }: Contender, other: Contender | undefined, heading: string, size: number): Outcome {
  const outcome = { missed: 0, lost: 0 };
  if (found.size === 0) return outcome;
  say(`\n${heading}, CPU ms per request\n`);
  say('| request                 | CPU ms | min - max     | target        | other         | p50 ms | p99 ms | of these |');
  say('| ----------------------- | -----: | ------------- | ------------- | ------------- | -----: | -----: | -------- |');
  for (const [row, windows] of found) {
    const sums = windows.map(sumOf);
    const figure = figureOf(sums);
    const target = row.target?.(size)?.[way];
    const isMissed = target !== undefined && figure.median > target;
    const otherSums = other?.found.get(row)?.map(sumOf);
    const ratio = otherSums && ratioOf(sums, otherSums);
    if (isMissed) outcome.missed += 1;
    if (ratio && isLoss(ratio)) outcome.lost += 1;
    const goal = target === undefined ? '' : `${Number(target.toFixed(2))}${isMissed ? ' MISSED' : ''}`;
    const change = otherSums && ratio ? `${middle(otherSums).toFixed(2)} x${ratio.median.toFixed(2)}${isLoss(ratio) ? ' LOST' : ''}` : '';
    const spread = `${figure.min.toFixed(2)} - ${figure.max.toFixed(2)}`;
    const waits = [middle(windows.map(({ p50Ms }) => p50Ms)), middle(windows.map(({ p99Ms }) => p99Ms))].map((ms) =>
      ms.toFixed(1).padStart(6),
    );
    const cells = [row.title.padEnd(23), figure.median.toFixed(2).padStart(6), spread.padEnd(13), goal.padEnd(13), change.padEnd(13)];
    say(`| ${[...cells, ...waits, partsOf(windows)].join(' | ')} |`);
  }
  return outcome;
}

/** Megabytes of each process at three moments. */
function printMemory({ title, product, started }: Contender, imported: ReadonlyMap<string, number>): void {
  say(`\nMegabytes of ${title}\n`);
  say('| process          | after start | after the import, idle |    peak |');
  say('| ---------------- | ----------: | ---------------------: | ------: |');
  for (const [name, pid] of product.pids()) {
    const cells = [started.get(name), imported.get(name), memoryOf(pid).max].map((megabytes) => String(megabytes));
    say(`| ${name.padEnd(16)} | ${cells[0]?.padStart(11)} | ${cells[1]?.padStart(22)} | ${cells[2]?.padStart(7)} |`);
  }
}

const memoryNow = (product: Product) => new Map([...product.pids()].map(([name, pid]) => [name, memoryOf(pid).now]));

/** Bundles a checkout, starts its product and fills it. */
async function openContender(checkout: string, size: number): Promise<Contender> {
  execFileSync(process.execPath, [join(checkout, 'services/standalone/src/bundle.ts')], { cwd: checkout, stdio: 'inherit' });
  const product = await startProduct(settings, { main: join(checkout, 'bundle/main.js') });
  const started = memoryNow(product);
  const begun = performance.now();
  await seed(await logIn(product), size, say);
  const seconds = (performance.now() - begun) / 1000;
  say(`  ${checkout} filled in ${seconds.toFixed(0)} s: ${Math.round((size * 3) / seconds)} feature environments per second`);
  return { title: checkout, product, started, found: new Map() };
}

async function benchAt(size: number): Promise<Outcome> {
  const contenders: Contender[] = [];
  try {
    for (const checkout of [root, ...(options.compare === undefined ? [] : [resolve(options.compare)])]) {
      contenders.push(await openContender(checkout, size));
    }
    await new Promise((done) => setTimeout(done, idleSeconds * 1000));
    const imported = contenders.map(({ product }) => memoryNow(product));
    await measure(contenders, size);
    const [own, other] = contenders;
    const outcome = own ? printRows(own, other, `${size} features, ${way}`, size) : { missed: 0, lost: 0 };
    if (own && chosen.some(({ title }) => title === streamsTitle)) outcome.missed += await measureStreams(own.product, say);
    for (const [index, contender] of contenders.entries()) printMemory(contender, imported[index] ?? new Map());
    return outcome;
  } finally {
    for (const { product } of contenders) await product.close();
  }
}

async function main(): Promise<void> {
  if (options.help) return say(usage);
  say(`unleash-client: ${Math.round(evaluationsPerSecond()).toLocaleString('en')} evaluations per second`);
  const outcomes: Outcome[] = [];
  for (const size of sizes) outcomes.push(await benchAt(size));
  const missed = outcomes.reduce((sum, outcome) => sum + outcome.missed, 0);
  const lost = outcomes.reduce((sum, outcome) => sum + outcome.lost, 0);
  say(missed === 0 ? '\nAll targets are met.' : `\n${missed} targets are MISSED.`);
  if (options.compare === undefined) return;
  say(
    lost === 0 ? 'No row costs over 10 % more than in the other checkout.' : `${lost} rows cost over 10 % more than in the other checkout.`,
  );
  if (lost > 0) process.exitCode = 1;
}

await main();
process.exit();
