// Measures the CPU time of requests, in all processes of the product and its database, standalone or distributed (TEST_WAY). `npm run
// bench` measures both; see `usage` for the options.

import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openClient, testEnvironment } from '@signalbox/testing';
import { Agent } from 'undici';
import { readAmount, readQuantity } from '../../tools/testing/read-amount.ts';
import { root } from '../../tools/testing/root.ts';
import { selectNamed } from '../../tools/testing/select-named.ts';
import {
  type Contender,
  fillContender,
  noteMemory,
  openCheckout,
  openProfiled,
  openReference,
  referenceVersion,
} from './administration/contenders.ts';
import { figureOf } from './administration/figures.ts';
import { load } from './administration/load.ts';
import { printShares, profileProcesses } from './administration/profile.ts';
import { type Outcome, printMemory, printRows } from './administration/report.ts';
import { featuresPath, type Row, rows } from './administration/rows.ts';
import { largeImportTitle, measureLargeImport } from './administration/large-import.ts';
import { measureStreams, streamsTitle } from './administration/streams.ts';
import { evaluationsPerSecond } from './engine/yardstick.ts';

const usage = `npm run bench [-- options]
  --way standalone|distributed   one way of running only
  --sizes 1000,5000,20000        features of the instance (default 5000)
  --callers 1,10,50              requests at once (default 10)
  --only <text>[,<text>]         rows whose title contains the text
  --windows <n>                  how often each row is measured (default 5)
  --seconds <n>                  length of a window (default 1.5)
  --idle <seconds>               pause after the import before memory is read (default 60)
  --compare reference            measures unleash-server ${referenceVersion} in turns with this product, on a PostgreSQL of its own
  --compare <folder>             measures another checkout in turns with this one; fails if a row costs a tenth more here
  --profile                      prints where the CPU time of each row goes, in each process`;

const { values: options } = parseArgs({
  options: {
    way: { type: 'string' },
    sizes: { type: 'string', default: '5000' },
    callers: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    windows: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1.5' },
    idle: { type: 'string', default: '60' },
    compare: { type: 'string' },
    profile: { type: 'boolean', default: false },
    'database-pid': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const amountsOf = (name: 'sizes' | 'callers') => options[name].split(',').map((amount) => readAmount({ [name]: amount }, name));
const sizes = amountsOf('sizes');
const callerCounts = amountsOf('callers');
const [windowCount, windowSeconds, idleSeconds] = [
  readAmount(options, 'windows'),
  readQuantity(options, 'seconds'),
  readQuantity(options, 'idle'),
];
const withReference = options.compare === 'reference';
const chosen = new Set(
  options.only
    .split(',')
    .flatMap((part) => selectNamed([...rows, { title: streamsTitle }, { title: largeImportTitle }], part, ({ title }) => title)),
);
const chosenRows = rows.filter((row) => chosen.has(row) && !(withReference && row.isOurs));
const say = (sentence: string) => console.log(sentence);
const { way } = testEnvironment;
/** The first window of a row is discarded: the engine compiles its code in it. */
const warmUpMs = 2000;

/** Numbers of concurrent callers with which a row is measured. */
const callersOf = ({ maxCallers = Number.POSITIVE_INFINITY }: Row) => [
  ...new Set(callerCounts.map((count) => Math.min(count, maxCallers))),
];

/** Measures rows in turns, so that other load on the machine affects all rows and contenders alike. */
async function measure(contenders: readonly Contender[], measured: readonly Row[], size: number): Promise<number[]> {
  const yardstick: number[] = [];
  if (measured.length === 0) return yardstick;
  for (let window = 0; window <= windowCount; window += 1) {
    say(`  ${window === 0 ? 'warming up' : `window ${window} of ${windowCount}`}, load ${loadavg()[0]?.toFixed(1)}`);
    if (window > 0) yardstick.push(evaluationsPerSecond());
    for (const row of measured) {
      for (const callers of callersOf(row)) {
        for (const contender of window % 2 === 0 ? contenders : contenders.toReversed()) {
          await measureOnce(contender, row, { callers, size, isFirst: window === 0 });
        }
      }
    }
  }
  return yardstick;
}

interface Window {
  readonly callers: number;
  readonly size: number;
  readonly isFirst: boolean;
}

async function measureOnce(contender: Contender, row: Row, { callers, size, isFirst }: Window): Promise<void> {
  const { url, tokens, password, groups, found } = contender;
  const endBeside = row.beside ? sendBeside(contender, row.beside, size) : undefined;
  const known = { password, etag: await etagOf(contender) };
  const measured = await load(url, (index) => row.ask(index, size, known), {
    groups: groups(),
    headers: row.as === 'anonymous' ? {} : { authorization: tokens[row.as ?? 'admin'] },
    workers: callers,
    seconds: windowSeconds,
    ...(isFirst && { warmUpMs }),
    ...(contender.product === null && row.referenceRequests !== undefined && { requests: row.referenceRequests }),
  });
  await endBeside?.();
  if (isFirst) return;
  const byCallers = found.get(row) ?? new Map<number, (typeof measured)[]>();
  byCallers.set(callers, [...(byCallers.get(callers) ?? []), measured]);
  found.set(row, byCallers);
}

const clientOf = ({ url, tokens }: Contender) => openClient(url, new Agent(), () => ({ authorization: tokens.client }));

async function etagOf(contender: Contender): Promise<string> {
  const { headers } = await clientOf(contender).get(featuresPath);
  return String(headers['etag']);
}

/** Sends requests of an application until the returned function is called. 17 reports of 50 features a second are 50,000 counts a minute. */
function sendBeside(contender: Contender, { ask, perSecond }: NonNullable<Row['beside']>, size: number): () => Promise<void> {
  const application = clientOf(contender);
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

async function openAll(size: number): Promise<Contender[]> {
  const databasePid = options['database-pid'] === undefined ? undefined : Number(options['database-pid']);
  const running = [await openCheckout(root, databasePid)];
  try {
    if (withReference) running.push(await openReference());
    else if (options.compare !== undefined) running.push(await openCheckout(options.compare, databasePid));
    const contenders: Contender[] = [];
    for (const one of running) contenders.push(await fillContender(one, size, say));
    return contenders;
  } catch (error) {
    for (const one of running) await one.close();
    throw error;
  }
}

async function benchAt(size: number): Promise<Outcome> {
  const contenders = await openAll(size);
  try {
    await new Promise((done) => setTimeout(done, idleSeconds * 1000));
    for (const contender of contenders) noteMemory(contender, 'imported');
    const yardstick = [
      ...(await measure(
        contenders,
        chosenRows.filter(({ grows = false }) => !grows),
        size,
      )),
      ...(await measure(
        contenders,
        chosenRows.filter(({ grows = false }) => grows),
        size,
      )),
    ];
    const [own, other] = contenders as [Contender, Contender | undefined];
    say(`\n${size} features, ${way}: CPU milliseconds per request${other ? `, beside ${other.title}` : ''}\n`);
    const outcome = printRows(own, other, way, say);
    if (yardstick.length > 0) printYardstick(yardstick);
    for (const contender of contenders) printMemory(contender, say);
    const isChosen = (name: string) => [...chosen].some(({ title }) => title === name);
    if (own.product && isChosen(streamsTitle)) outcome.missed += await measureStreams(own.product, say);
    if (own.product && isChosen(largeImportTitle)) outcome.missed += await measureLargeImport(own.product, size, say);
    return outcome;
  } finally {
    for (const contender of contenders) await contender.close();
  }
}

/** Prints where the CPU time of the import and of each row goes. A window before each row compiles its code. */
async function profileAt(size: number): Promise<void> {
  const { running, log } = await openProfiled();
  try {
    const filling = Promise.withResolvers<Contender>();
    const shares = await profileProcesses(log, () => fillContender(running, size, say).then(filling.resolve));
    printShares('import', shares, say);
    const contender = await filling.promise;
    for (const row of chosenRows) {
      const [callers = 1] = callersOf(row);
      await measureOnce(contender, row, { callers, size, isFirst: true });
      const shares = await profileProcesses(log, () => measureOnce(contender, row, { callers, size, isFirst: false }));
      printShares(row.title, shares, say);
    }
  } finally {
    await running.close();
  }
}

/** Shows how steady the machine was: the same work, measured in each window. */
function printYardstick(perSecond: readonly number[]): void {
  const { median, min, max } = figureOf(perSecond);
  const [middle, from, to] = [median, min, max].map((rate) => Math.round(rate).toLocaleString('en'));
  say(`\nyardstick: unleash-client evaluates ${middle} times a second of CPU here (${from} - ${to} over the windows)`);
}

async function main(): Promise<void> {
  if (options.help) return say(usage);
  if (options.profile) {
    for (const size of sizes) await profileAt(size);
    return;
  }
  const outcomes: Outcome[] = [];
  for (const size of sizes) outcomes.push(await benchAt(size));
  const missed = outcomes.reduce((sum, outcome) => sum + outcome.missed, 0);
  const lost = outcomes.reduce((sum, outcome) => sum + outcome.lost, 0);
  if (withReference) say(missed === 0 ? '\nEvery target is reached.' : `\n${missed} targets are MISSED.`);
  if (options.compare === undefined || withReference) return;
  say(
    lost === 0 ? '\nNo row costs a tenth more than in the other checkout.' : `\n${lost} rows cost a tenth more than in the other checkout.`,
  );
  if (lost > 0) process.exitCode = 1;
}

await main();
process.exit();
