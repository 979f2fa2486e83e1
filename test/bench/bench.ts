// What the administration costs: CPU milliseconds per request, and how long callers wait, in both ways of running. Run
// it with `npm run bench`; with TEST_WAY=distributed it uses the servers that TEST_MYSQL_URL, TEST_AMQP_URL and TEST_REDIS_URL name.

import { parseArgs } from 'node:util';
import { type Client, testEnvironment } from '@signalbox/testing';
import { type Product, startProduct } from '../journeys/product.ts';
import { type Group, pidsNamed } from './administration/cpu.ts';
import { load, type Measure } from './administration/load.ts';
import { type Row, rows } from './administration/rows.ts';
import { seed } from './administration/seed.ts';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,5000' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '3' },
  },
});

const say = (sentence: string) => console.log(sentence);
const withoutLimits = { METRICS_LIMIT_BYTES: '10000000', SDK_REQUESTS_PER_MINUTE: '100000000' };
const distributed = testEnvironment.way === 'distributed';
/** Audit and delivery work on what an import states for some time after its answer. */
const settlingMs = 10_000;
let missed = 0;

/** What counts for a row, and what is printed beside. */
function groupsOf(product: Product): Group[] {
  const services = [...product.pids()].map(([name, pid]) => ({ name, pids: [pid] }));
  if (!distributed) return services;
  return [...services, { name: 'database', pids: pidsNamed('mariadbd', 'mysqld') }, { name: 'broker', pids: pidsNamed('beam.smp') }];
}

const counted = ({ service }: Row): readonly string[] => (distributed ? ['gateway', service, 'database'] : ['standalone']);

async function measure(product: Product, size: number): Promise<void> {
  const groups = groupsOf(product);
  say(`\n${size} features, ${distributed ? 'distributed' : 'standalone'}\n`);
  say('| request                  | CPU ms | of these                              | target | p50 ms | p99 ms |');
  say('| ------------------------ | -----: | ------------------------------------- | -----: | -----: | -----: |');
  for (const row of rows.filter(({ title }) => title.includes(options.only))) {
    const authorization = row.service === 'delivery' ? product.tokens.client : product.tokens.admin;
    const quiet = row.beside ? beside(product, row.beside, size) : undefined;
    const found = await load(product.url, (index) => row.ask(index, size), {
      groups,
      headers: { authorization },
      workers: row.workers ?? 10,
      seconds: Number(options.seconds),
    });
    await quiet?.();
    say(line(row, size, found));
  }
}

/** Sends what an application sends, until it is told to stop: 17 reports of 50 features a second are 50,000 counts a minute. */
function beside({ as, tokens }: Product, { ask, perSecond }: NonNullable<Row['beside']>, size: number): () => Promise<void> {
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

/** Imports are for people. */
async function logIn(product: Product): Promise<Client> {
  const { headers } = await product.as({}).post('/auth/simple/login', { username: 'admin', password: product.password });
  return product.as({ cookie: String(headers['set-cookie']).split(';')[0] ?? '' });
}

function line(row: Row, size: number, { cpu, p50Ms, p99Ms }: Measure): string {
  const sum = counted(row).reduce((total, name) => total + (cpu.get(name) ?? 0), 0);
  const parts = [...cpu].filter(([, ms]) => ms >= 0.05).map(([name, ms]) => `${name} ${ms.toFixed(1)}`);
  const target = row.target?.(size);
  const isMissed = target !== undefined && sum > target;
  if (isMissed) missed += 1;
  const goal = target === undefined ? '' : `${target}${isMissed ? ' MISSED' : ''}`;
  const cells = [row.title.padEnd(24), sum.toFixed(2).padStart(6), parts.join(', ').padEnd(37), goal.padStart(6)];
  return `| ${[...cells, p50Ms.toFixed(1).padStart(6), p99Ms.toFixed(1).padStart(6)].join(' | ')} |`;
}

for (const size of options.sizes.split(',').map(Number)) {
  const product = await startProduct(withoutLimits);
  try {
    const begun = performance.now();
    await seed(await logIn(product), size, say);
    say(`  seeded in ${((performance.now() - begun) / 1000).toFixed(0)} s; waiting until the others have heard of it`);
    await new Promise((resolve) => setTimeout(resolve, settlingMs));
    await measure(product, size);
  } finally {
    await product.close();
  }
}
say(missed === 0 ? '\nEvery target is reached.' : `\n${missed} targets are MISSED.`);
process.exit(0);
