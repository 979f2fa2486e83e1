import type { Answer, Client } from '@signalbox/testing';
import { strategyId, type World } from './world.ts';

type Method = 'post' | 'put' | 'patch' | 'delete';

/** A request to the administration API, below `/api/admin`. */
export interface Sent {
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
}

/** An operation on a noun. In a new, prepared world it succeeds. */
export interface Operation {
  readonly noun: string;
  readonly title: string;
  readonly send: (world: World) => Sent;
  /** Required objects in addition to the world. */
  readonly prepare?: (world: World) => readonly Sent[];
}

export function send(client: Client, { method, path, body }: Sent): Promise<Answer> {
  const at = `/api/admin${path}`;
  return method === 'delete' ? client.delete(at) : client[method](at, body);
}

const post = (path: string, body: unknown = {}): Sent => ({ method: 'post', path, body });
const put = (path: string, body: unknown): Sent => ({ method: 'put', path, body });
const remove = (path: string): Sent => ({ method: 'delete', path });

const project = ({ name }: World, id: string) => `/projects/${name(id)}`;
const feature = (world: World, short: string) => `${project(world, 'shop')}/features/${world.name(short)}`;
const setting = (world: World, short: string, environment: string) => `${feature(world, short)}/environments/${world.name(environment)}`;

const rollout = { name: 'flexibleRollout', parameters: { rollout: '20', stickiness: 'default', groupId: 'any' } };
const archiveOld = (world: World) => [remove(feature(world, 'old'))];
const declarePlan = ({ name }: World) => [post('/context', { name: name('plan') })];
const dependOnCart = (world: World) => [post(`${feature(world, 'lamp')}/dependencies`, { feature: world.name('cart') })];

const ofEnvironments: readonly Operation[] = [
  {
    noun: 'environment',
    title: 'clone environment',
    send: ({ name }) => post(`/environments/${name('dev')}/clone`, { name: name('copy'), type: 'test' }),
  },
  { noun: 'environment', title: 'delete environment', send: ({ name }) => remove(`/environments/${name('dev')}`) },
  { noun: 'environment', title: 'switch environment off', send: ({ name }) => post(`/environments/${name('live')}/off`) },
];

const ofProjects: readonly Operation[] = [
  { noun: 'project', title: 'create project', send: ({ name }) => post('/projects', { id: name('stall'), name: 'Stall' }) },
  { noun: 'project', title: 'delete project', send: (world) => remove(project(world, 'depot')) },
  {
    noun: 'project',
    title: 'limit project',
    send: (world) => put(`${project(world, 'depot')}/settings`, { featureLimit: 1, mode: 'open' }),
  },
  {
    noun: 'environment of a project',
    title: 'add environment to shop',
    send: (world) => post(`${project(world, 'shop')}/environments`, { environment: world.name('spare') }),
  },
  {
    noun: 'environment of a project',
    title: 'add environment to depot',
    send: (world) => post(`${project(world, 'depot')}/environments`, { environment: world.name('spare') }),
  },
  {
    noun: 'environment of a project',
    title: 'remove environment from shop',
    send: (world) => remove(`${project(world, 'shop')}/environments/${world.name('live')}`),
  },
  {
    noun: 'environment of a project',
    title: 'remove environment from depot',
    send: (world) => remove(`${project(world, 'depot')}/environments/${world.name('live')}`),
  },
  {
    noun: 'default strategy',
    title: 'choose default strategy',
    send: (world) =>
      post(`${project(world, 'depot')}/environments/${world.name('dev')}/default-strategy`, {
        ...rollout,
        segments: [world.segment('payers')],
      }),
  },
  { noun: 'persona', title: 'create persona', send: (world) => post(`${project(world, 'depot')}/personas`, { name: 'she', context: {} }) },
];

const ofFeatures: readonly Operation[] = [
  {
    noun: 'feature',
    title: 'create feature in shop',
    send: (world) => post(`${project(world, 'shop')}/features`, { name: world.name('new') }),
  },
  {
    noun: 'feature',
    title: 'create feature in depot',
    send: (world) => post(`${project(world, 'depot')}/features`, { name: world.name('new') }),
  },
  { noun: 'feature', title: 'clone feature', send: (world) => post(`${feature(world, 'cart')}/clone`, { name: world.name('twin') }) },
  {
    noun: 'feature',
    title: 'move feature',
    send: (world) => post(`${feature(world, 'cart')}/changeProject`, { newProjectId: world.name('depot') }),
  },
  { noun: 'feature', title: 'archive feature', send: (world) => remove(feature(world, 'cart')) },
  { noun: 'feature', title: 'revive feature', prepare: archiveOld, send: ({ name }) => post(`/archive/revive/${name('old')}`) },
  { noun: 'feature', title: 'delete feature', prepare: archiveOld, send: ({ name }) => remove(`/archive/${name('old')}`) },
  {
    noun: 'dependency',
    title: 'add dependency',
    send: (world) => post(`${feature(world, 'lamp')}/dependencies`, { feature: world.name('cart') }),
  },
  {
    noun: 'dependency',
    title: 'remove dependency',
    prepare: dependOnCart,
    send: (world) => remove(`${feature(world, 'lamp')}/dependencies/${world.name('cart')}`),
  },
  {
    noun: 'stage',
    title: 'complete feature',
    send: (world) => post(`${feature(world, 'cart')}/lifecycle/complete`, { status: 'kept' }),
  },
  {
    noun: 'link',
    title: 'add link',
    send: (world) => post(`${feature(world, 'cart')}/link`, { url: 'https://example.com/cart' }),
  },
  {
    noun: 'link template',
    title: 'give links to features of shop',
    send: (world) =>
      put(`${project(world, 'shop')}/settings`, { linkTemplates: [{ urlTemplate: 'https://example.com/{{feature}}' }], mode: 'open' }),
  },
  { noun: 'favorite', title: 'favor project', send: (world) => post(`${project(world, 'depot')}/favorites`) },
  { noun: 'favorite', title: 'favor feature', send: (world) => post(`${feature(world, 'cart')}/favorites`) },
  {
    noun: 'import',
    title: 'import features',
    send: ({ name }) =>
      post('/features-batch/import', {
        project: name('shop'),
        environment: name('live'),
        data: {
          features: [{ name: name('cart'), description: 'imported' }, { name: name('fresh') }],
          featureStrategies: [{ featureName: name('cart'), ...rollout, title: 'imported' }],
          featureEnvironments: [{ name: name('cart'), enabled: true }],
          featureTags: [{ featureName: name('cart'), tagType: name('team'), tagValue: 'blue' }],
          links: [{ feature: name('cart'), links: [{ url: 'https://example.com/imported' }] }],
        },
      }),
  },
  {
    noun: 'import of state',
    title: 'import state',
    send: ({ name }) =>
      post('/state/import', {
        version: 4,
        features: [{ name: name('brought'), project: name('shop') }],
        featureEnvironments: [{ featureName: name('brought'), environment: name('spare'), enabled: false }],
        featureStrategies: [{ featureName: name('cart'), environment: name('live'), ...rollout, title: 'brought' }],
      }),
  },
];

const ofStrategies: readonly Operation[] = [
  {
    noun: 'strategy',
    title: 'add strategy',
    prepare: declarePlan,
    send: (world) =>
      post(`${setting(world, 'cart', 'dev')}/strategies`, {
        name: world.name('kind'),
        title: 'second',
        segments: [world.segment('payers')],
        constraints: [{ contextName: world.name('plan'), operator: 'IN', values: ['gold'] }],
      }),
  },
  {
    noun: 'strategy',
    title: 'change strategy',
    send: (world) =>
      put(`${setting(world, 'cart', 'dev')}/strategies/${strategyId(world, 'dev')}`, {
        ...rollout,
        title: 'changed',
        segments: [world.segment('payers')],
      }),
  },
  {
    noun: 'strategy',
    title: 'delete strategy',
    send: (world) => remove(`${setting(world, 'cart', 'dev')}/strategies/${strategyId(world, 'dev')}`),
  },
  { noun: 'switch', title: 'switch feature on', send: (world) => post(`${setting(world, 'lamp', 'live')}/on`) },
  { noun: 'switch', title: 'switch feature off', send: (world) => post(`${setting(world, 'cart', 'dev')}/off`) },
  {
    noun: 'variants',
    title: 'write variants',
    send: (world) =>
      put(`${setting(world, 'cart', 'live')}/variants`, [{ name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'default' }]),
  },
];

const ofVocabulary: readonly Operation[] = [
  {
    noun: 'segment',
    title: 'create segment',
    send: ({ name }) => post('/segments', { name: name('own'), project: name('depot'), constraints: [] }),
  },
  {
    noun: 'segment',
    title: 'give segment to shop',
    send: (world) =>
      put(`/segments/${world.segment('payers')}`, { name: world.name('payers'), project: world.name('shop'), constraints: [] }),
  },
  { noun: 'segment', title: 'delete segment', send: (world) => remove(`/segments/${world.segment('payers')}`) },
  {
    noun: 'tag',
    title: 'tag feature',
    send: ({ name }) => post(`/features/${name('cart')}/tags`, { type: name('team'), value: 'red' }),
  },
  { noun: 'tag', title: 'delete tag', send: ({ name }) => remove(`/tags/${name('team')}/red`) },
  { noun: 'tag type', title: 'delete tag type', send: ({ name }) => remove(`/tag-types/${name('team')}`) },
  { noun: 'context field', title: 'delete context field', prepare: declarePlan, send: ({ name }) => remove(`/context/${name('plan')}`) },
  { noun: 'strategy type', title: 'delete strategy type', send: ({ name }) => remove(`/strategies/${name('kind')}`) },
];

export const operations: readonly Operation[] = [...ofEnvironments, ...ofProjects, ...ofFeatures, ...ofStrategies, ...ofVocabulary];

export type Pair = readonly [Operation, Operation];

export const titleOf = (pair: Pair): string => pair.map(({ title }) => title).join(' x ');

/** Each operation with each one of another noun, once. */
export function pairsOf(all: readonly Operation[]): Pair[] {
  return all.flatMap((one, index) => all.slice(index + 1).flatMap((other): Pair[] => (one.noun === other.noun ? [] : [[one, other]])));
}

/** Preparations of both operations, without duplicates. */
export function prepared([one, other]: Pair, world: World): Sent[] {
  const sent = [one, other].flatMap(({ prepare }) => prepare?.(world) ?? []);
  return [...new Map(sent.map((each) => [JSON.stringify(each), each])).values()];
}
