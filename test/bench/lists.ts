// Measures what a list of a million ids costs against one of ten ids: in the engine alone, and in whole requests of the frontend API.

import { compileFeature, IdList, segmentsOf } from '@signalbox/engine';
import { eventually } from '@signalbox/testing';
import { type Product, startProduct } from '../journeys/product.ts';
import { cpuMs } from './administration/cpu.ts';
import { addListed, isOnFor, randomIds, uploadIds } from './million-ids.ts';

const sizes = { many: 1_000_000, few: 10 };
const pairs = 7;
const evaluations = 200_000;
const requests = 2000;
const atOnce = 10;

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Runs both in turns, and prints the medians of their cost and of their ratio in each pair. */
async function compare(what: string, unit: string, many: () => Promise<number>, few: () => Promise<number>): Promise<void> {
  const costs: { readonly many: number; readonly few: number }[] = [];
  for (let pair = 0; pair <= pairs; pair += 1) costs.push({ few: await few(), many: await many() });
  // The first pair compiles code.
  const counted = costs.slice(1);
  const [of10, ofMillion] = [median(counted.map((cost) => cost.few)), median(counted.map((cost) => cost.many))];
  const ratio = median(counted.map((cost) => cost.many / cost.few));
  console.log(`${what}: ${of10.toFixed(3)} ${unit} with ten ids, ${ofMillion.toFixed(3)} with a million, ratio ${ratio.toFixed(2)}`);
}

const ids = [...randomIds(sizes.many * 2)];
const members = ids.slice(0, sizes.many);
const fewMembers = members.slice(0, sizes.few);
/** Half of them are in the long list. */
let next = 0;
const anyId = (): string => ids[(next += 7919) % ids.length] ?? '';

/** Returns a function that evaluates a feature for users, and returns the nanoseconds of one evaluation. */
async function engineWith(list: readonly string[]): Promise<() => Promise<number>> {
  const lines = Buffer.from(list.map((id) => `${id}\n`).join(''));
  const lists = new Map([['hash', await IdList.from([lines], list.length, async () => undefined)]]);
  const constraints = [{ contextName: 'userId', operator: 'IN_LIST' as const, value: 'hash' }];
  const strategies = [{ name: 'default', parameters: {}, constraints: [], variants: [], segments: [1] }];
  const state = { name: 'listed', project: 'default', type: 'release', description: null, stale: false, impressionData: false };
  const feature = compileFeature(
    { ...state, dependencies: [], environments: { production: { enabled: true, strategies, variants: [] } } },
    'production',
    segmentsOf([{ id: 1, name: 'listed', constraints }], lists),
  );
  const effects = { now: () => new Date(0), random: () => 0, hostname: '' };
  return async () => {
    const contexts = Array.from({ length: evaluations }, () => ({ userId: anyId() }));
    const begun = process.cpuUsage();
    for (const context of contexts) feature.evaluate(context, effects, new Map());
    const { user, system } = process.cpuUsage(begun);
    return ((user + system) * 1000) / evaluations;
  };
}

/** Returns a function that requests the features of users, and returns the CPU milliseconds of one request in all processes. */
function frontendOf(product: Product, token: string): () => Promise<number> {
  const client = product.as({ authorization: token });
  const cpuNow = () => [...product.pids().values()].reduce((sum, pid) => sum + cpuMs(pid), 0);
  return async () => {
    const begun = cpuNow();
    let left = requests;
    const work = async () => {
      while (left-- > 0) await client.get(`/api/frontend?userId=${anyId()}`);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return (cpuNow() - begun) / requests;
  };
}

await compare('one feature in the engine', 'ns', await engineWith(members), await engineWith(fewMembers));

const secret = 'f'.repeat(56);
const token = (environment: string) => `default:${environment}.${secret}${environment === 'production' ? '0' : '1'}`;
const product = await startProduct({
  LIST_IDS: String(sizes.many),
  INIT_FRONTEND_API_TOKENS: `${token('development')},${token('production')}`,
});
try {
  for (const [feature, environment, list] of [
    ['many', 'development', members],
    ['few', 'production', fewMembers],
  ] as const) {
    const { hash } = await uploadIds(product.admin, list);
    await addListed(product, { feature, environment, hash });
    const client = product.as({ authorization: token(environment) });
    await eventually(async () => {
      if (!(await isOnFor(client, feature, list[0] ?? ''))) throw new Error(`${feature} is not served yet`);
    });
  }
  await compare('a frontend request', 'ms', frontendOf(product, token('development')), frontendOf(product, token('production')));
} finally {
  await product.close();
}
