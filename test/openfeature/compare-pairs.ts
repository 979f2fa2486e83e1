import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Client, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { FlagdCore } from '@openfeature/flagd-core';
import { context, dependencies, segments, settings } from '@signalbox/engine/any-feature';
import { eventually, testEnvironment } from '@signalbox/testing';
import { findFreePort } from '@signalbox/testing/servers';
import * as fc from 'fast-check';
import { evaluationV1 } from '../../services/delivery/src/flagd/wire/evaluation-v1.ts';
import { flagSync } from '../../services/delivery/src/flagd/wire/sync-v1.ts';
import { openRelayWith, type RelayApp } from '../relay/relay.fixture.ts';
import type { OfrepCheck } from './ofrep-document.ts';

const contextsPerFeature = 20;
const maxShown = 5;
const token = '*:production.0123456789abcdef0123456789abcdef';
const frontendToken = '*:production.fedcba9876543210fedcba9876543210';
const headers = { headers: { authorization: token } };
const silent = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };

/** Payloads of variants. All variants of a feature have the same type, because flagd requires it. */
const payloads: readonly ((name: string) => object)[] = [
  () => ({}),
  (name) => ({ payload: { type: 'string', value: `text ${name}` } }),
  (name) => ({ payload: { type: 'number', value: String(name.charCodeAt(0) / 2) } }),
  (name) => ({ payload: { type: 'json', value: JSON.stringify({ name }) } }),
];

type Named = { readonly name: string };
const withPayload = (kind: number) => (variant: Named) => ({ ...variant, ...payloads[kind % payloads.length]?.(variant.name) });

type Settings = typeof settings extends fc.Arbitrary<infer T> ? T : never;
type Context = typeof context extends fc.Arbitrary<infer T> ? T : never;

/** A feature in the format of SDKs, with random settings. */
function featureWith(name: string, kind: number, { enabled, strategies, variants }: Settings, more: object = {}) {
  const valued = withPayload(kind);
  return {
    name,
    type: 'release',
    project: 'default',
    stale: false,
    impressionData: false,
    enabled,
    strategies: strategies.map((strategy) => ({ ...strategy, variants: strategy.variants.map(valued) })),
    variants: variants.map((variant) => ({ ...valued(variant), weightType: 'variable', stickiness: 'default' })),
    ...more,
  };
}

/** Random features, each with a parent of its own, as a response of `/api/client/features`. */
function anyFeatures(count: number, seed: number) {
  const drawn = fc.sample(fc.tuple(settings, settings, dependencies), { numRuns: count, seed });
  const features = drawn.flatMap(([own, ofParent, parents], index) => {
    const [name, parent] = [`feature-${index}`, `parent-${index}`];
    const renamed = parents.map((dependency) => ({ ...dependency, feature: dependency.feature === 'parent' ? parent : 'missing' }));
    return [featureWith(name, index, own, { dependencies: renamed }), featureWith(parent, index, ofParent)];
  });
  return { version: 2, features, segments: [...segments.values()] };
}

/** The value of a feature for a user, and the name of its variant, if any. */
interface Answer {
  readonly value: unknown;
  readonly variant: string | undefined;
}

type Answers = ReadonlyMap<string, Answer>;

/** Answers of Unleash's frontend API, which leaves out features that are off. */
async function inUnleash(relay: RelayApp, names: readonly string[], given: object): Promise<Answers> {
  const { body } = await relay.application(frontendToken).post('/api/frontend', { context: given });
  const on = new Map(
    (body.toggles as { name: string; variant: { name: string; enabled: boolean; payload?: { type: string; value: string } } }[]).map(
      (each) => [each.name, each.variant],
    ),
  );
  return new Map(
    names.map((name): [string, Answer] => {
      const variant = on.get(name);
      if (!variant?.enabled) return [name, { value: variant !== undefined, variant: undefined }];
      const { type, value } = variant.payload ?? { type: 'json', value: 'true' };
      return [name, { value: type === 'string' ? value : JSON.parse(value), variant: variant.name }];
    }),
  );
}

async function inOfrep(relay: RelayApp, given: object, check: OfrepCheck): Promise<Answers> {
  const application = relay.application(token);
  const { body } = await application.post('/ofrep/v1/evaluate/flags', { context: given });
  check('bulkEvaluationSuccess', body);
  check('evaluationSuccess', (await application.post('/ofrep/v1/evaluate/flags/feature-0', { context: given })).body);
  const flags = body.flags as { key: string; value: unknown; variant?: string }[];
  return new Map(flags.map(({ key, value, variant }) => [key, { value, variant }]));
}

/** flagd has names for the values of features without variants. */
async function inFlagd(client: Client<typeof evaluationV1>, given: object): Promise<Answers> {
  const { flags } = await client.resolveAll({ context: { ...given } }, headers);
  return new Map(
    Object.entries(flags).map(([key, { value, variant }]) => {
      const isUnnamed = typeof value.value === 'boolean' && ['on', 'off'].includes(variant);
      return [key, { value: value.value, variant: isUnnamed ? undefined : variant }];
    }),
  );
}

/** Code defaults that no variant has. */
const defaults = { string: 'default', number: -1, object: {} } as const;

/** The value in the evaluator of flagd, and the expected one: users who do not get a feature with values get the code default. */
function inEvaluator(core: FlagdCore, key: string, { value }: Answer, { flag, given }: { flag: Flag; given: object }): [unknown, unknown] {
  const type = typeof Object.values(flag.variants)[0];
  const expected = value === false && type !== 'boolean' ? defaults[type as keyof typeof defaults] : value;
  const context = given as Parameters<FlagdCore['resolveStringEvaluation']>[2];
  if (type === 'string') return [core.resolveStringEvaluation(key, defaults.string, context, silent).value, expected];
  if (type === 'number') return [core.resolveNumberEvaluation(key, defaults.number, context, silent).value, expected];
  if (type === 'object') return [core.resolveObjectEvaluation(key, defaults.object, context, silent).value, expected];
  return [core.resolveBooleanEvaluation(key, !value, context, silent).value, expected];
}

interface Flag {
  readonly variants: Readonly<Record<string, unknown>>;
}

/** Unleash's frontend API adds a session and the address of the caller to contexts without. */
const givenIn = (drawn: Context): Context => ({ sessionId: 'none', remoteAddress: '10.0.0.1', ...drawn });

/** Attributes in flagd's evaluator are at the top level. */
const flat = ({ properties = {}, ...fields }: Partial<Context>) => ({ ...fields, ...properties });

/** Counts of compared pairs, and some of the differences. */
export interface Comparison {
  readonly summary: string;
  readonly differences: number;
  readonly shown: readonly string[];
}

/** Evaluates random pairs of feature and context through all protocols. */
export async function comparePairs(pairs: number, check: OfrepCheck): Promise<Comparison> {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-pairs-'));
  const file = join(folder, 'features.json');
  const count = Math.ceil(pairs / contextsPerFeature);
  const body = anyFeatures(count, testEnvironment.seed);
  writeFileSync(file, JSON.stringify(body));
  const port = await findFreePort();
  const tokens = ['--client-tokens', token, '--frontend-tokens', frontendToken];
  const relay = await openRelayWith(['offline', '--bootstrap-file', file, ...tokens], { FLAGD_PORT: String(port) });
  try {
    return await compareIn(relay, port, body, check);
  } finally {
    await relay.close();
    rmSync(folder, { recursive: true });
  }
}

async function compareIn(
  relay: RelayApp,
  port: number,
  { features }: ReturnType<typeof anyFeatures>,
  check: OfrepCheck,
): Promise<Comparison> {
  const transport = createGrpcTransport({ baseUrl: `http://127.0.0.1:${port}` });
  const client = createClient(evaluationV1, transport);
  const { flagConfiguration } = await eventually(() => createClient(flagSync, transport).fetchAllFlags({}, headers));
  const flags: Readonly<Record<string, Flag>> = JSON.parse(flagConfiguration).flags;
  const core = new FlagdCore(undefined, silent);
  core.setConfigurations(flagConfiguration);
  const names = features.map(({ name }) => name);
  const about = features.map((feature) => aboutOf(feature, features, flags[feature.name]));
  const counts = {
    pairs: 0,
    'drawn at random': 0,
    'also in the evaluator': 0,
    'left out': 0,
    'with a share': 0,
    'with NUM_ or SEMVER_': 0,
  };
  const shown: string[] = [];
  let differences = 0;
  const compare = (answers: readonly unknown[], question: object) => {
    if (answers.every((answer) => isDeepStrictEqual(answer, answers[0]))) return;
    differences += 1;
    if (differences <= maxShown) shown.push(JSON.stringify({ ...question, answers }));
  };
  for (const drawn of fc.sample(context, { numRuns: contextsPerFeature, seed: testEnvironment.seed })) {
    const given = givenIn(drawn);
    const { currentTime: _time, ...timeless } = given;
    const [unleash, ofrep, flagd, now] = await Promise.all([
      inUnleash(relay, names, given),
      inOfrep(relay, given, check),
      inFlagd(client, flat(given)),
      inOfrep(relay, timeless, check),
    ]);
    for (const { feature, flag, kind, isDrawnByPlan } of about) {
      const { name } = feature;
      if (isDrawnByPlan && !given.properties.plan) {
        counts['drawn at random'] += 1;
        continue;
      }
      counts.pairs += 1;
      counts[kind] += 1;
      compare([unleash.get(name), ofrep.get(name), flagd.get(name)], { feature, given });
      const answer = now.get(name);
      if (!flag || !answer || kind !== 'also in the evaluator') continue;
      compare(inEvaluator(core, name, answer, { flag, given: flat(timeless) }), { feature, timeless, flag });
    }
  }
  const texts = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  return { summary: `${texts.join(', ')}; ${differences} differences (TEST_SEED=${testEnvironment.seed})`, differences, shown };
}

type Feature = ReturnType<typeof anyFeatures>['features'][number];

/** Plan of a comparison. The evaluator of flagd distributes other users by shares, and refuses malformed numbers and versions. */
function aboutOf(feature: Feature, features: readonly Feature[], flag: Flag | undefined) {
  const parent = feature.name.replace('feature', 'parent');
  const family = JSON.stringify(features.filter(({ name }) => name === feature.name || name === parent));
  const isShared = JSON.stringify(flag)?.includes('"fractional"');
  const compared = /NUM_|SEMVER_/.test(family) ? 'with NUM_ or SEMVER_' : 'also in the evaluator';
  const kind = !flag ? 'left out' : isShared ? 'with a share' : compared;
  // Users without the field are distributed at random.
  return { feature, flag, kind, isDrawnByPlan: family.includes('"stickiness":"plan"') } as const;
}
