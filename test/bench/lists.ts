// Measures what a list of a million ids costs against one of ten ids: in the engine alone, and in whole requests of everything that evaluates
// on the server.

import { compileFeature, IdList, segmentsOf } from '@signalbox/engine';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { eventually } from '@signalbox/testing';
import { findFreePort } from '@signalbox/testing/servers';
import { evaluationV2 } from '../../services/delivery/src/flagd/wire/evaluation-v2.ts';
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

const environments = ['development', 'production'];
const frontendToken = (environment: string): string => `default:${environment}.${'f'.repeat(56)}`;
const clientToken = (environment: string): string => `default:${environment}.${'c'.repeat(56)}`;

/** A feature with a list in an environment. */
interface Listed {
  readonly feature: string;
  readonly environment: string;
}

/** A request for one user. */
type Request = (userId: string) => Promise<unknown>;

/** Returns a function that sends requests, and returns the CPU milliseconds of one in all processes. */
function costOf(product: Product, request: Request): () => Promise<number> {
  const cpuNow = () => [...product.pids().values()].reduce((sum, pid) => sum + cpuMs(pid), 0);
  return async () => {
    const begun = cpuNow();
    let left = requests;
    const work = async () => {
      while (left-- > 0) await request(anyId());
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return (cpuNow() - begun) / requests;
  };
}

/** A request for a user that must succeed. */
async function succeeds(answer: Promise<{ readonly status: number; readonly body: unknown }>): Promise<void> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
}

/** Everything that evaluates on the server, with the feature of an environment. */
function evaluationsOf(product: Product, flagdUrl: string, { feature, environment }: Listed): Readonly<Record<string, Request>> {
  const token = frontendToken(environment);
  const client = product.as({ authorization: token });
  const flagd = createClient(evaluationV2, createGrpcTransport({ baseUrl: flagdUrl }));
  return {
    'a frontend request': (userId) => succeeds(client.get(`/api/frontend?userId=${userId}`)),
    'an OFREP request': (userId) => succeeds(client.post('/ofrep/v1/evaluate/flags', { context: { userId } })),
    'a flagd call': (userId) =>
      flagd.resolveBoolean({ flagKey: feature, context: { userId } }, { headers: { authorization: clientToken(environment) } }),
    'a playground request': (userId) =>
      succeeds(product.admin.post('/api/admin/playground', { projects: '*', environment, context: { appName: 'bench', userId } })),
    'a request for the reasons': (userId) =>
      succeeds(
        product.admin.post('/api/admin/playground/advanced', {
          projects: '*',
          environments: [environment],
          context: { appName: 'bench', userId },
        }),
      ),
  };
}

await compare('one feature in the engine', 'ns', await engineWith(members), await engineWith(fewMembers));

const flagdPort = await findFreePort();
const product = await startProduct({
  LIST_IDS: String(sizes.many),
  FLAGD_PORT: String(flagdPort),
  INIT_FRONTEND_API_TOKENS: environments.map(frontendToken).join(','),
  INIT_CLIENT_API_TOKENS: environments.map(clientToken).join(','),
});
const listed = [
  { feature: 'many', environment: 'development', ids: members },
  { feature: 'few', environment: 'production', ids: fewMembers },
];
try {
  for (const { feature, environment, ids: list } of listed) {
    const { hash } = await uploadIds(product.admin, list);
    await addListed(product, { feature, environment, hash });
    const client = product.as({ authorization: frontendToken(environment) });
    await eventually(async () => {
      if (!(await isOnFor(client, feature, list[0] ?? ''))) throw new Error(`${feature} is not served yet`);
    });
  }
  const [ofMany = {}, ofFew = {}] = listed.map((each) => evaluationsOf(product, `http://127.0.0.1:${flagdPort}`, each));
  for (const [what, request] of Object.entries(ofMany))
    await compare(what, 'ms', costOf(product, request), costOf(product, ofFew[what] ?? request));
} finally {
  await product.close();
}
