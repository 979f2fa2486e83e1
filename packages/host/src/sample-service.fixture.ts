import { defineEntity, p } from '@mikro-orm/core';
import { type DurableQueue, exchanges, Failure, type EventDefinition } from '@signalbox/contracts';
import {
  type Broadcast,
  type Context,
  empty,
  type Migration,
  type Route,
  route,
  type Service,
  type ServiceDeclaration,
  service,
  stateDraft,
  surface,
} from '@signalbox/kit';
import { Type } from 'typebox';

export const itemEntity = defineEntity({
  name: 'Item',
  tableName: 'item',
  properties: { name: p.string().primary(), amount: p.integer() },
});
export class Item extends itemEntity.class {}
itemEntity.setClass(Item);

export const itemCreated: EventDefinition = {
  type: 'item-created',
  version: 1,
  service: 'sample',
  when: 'an item is created',
  scope: ['featureName'],
  touches: 'feature',
  data: Type.Unknown(),
  preData: Type.Unknown(),
  specified: false,
};

const NewItem = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  amount: Type.Optional(Type.Integer({ default: 1 })),
  fragile: Type.Optional(Type.Boolean()),
});
const ItemShape = Type.Object({ name: Type.String(), amount: Type.Integer() });

export const items = '/api/admin/projects/default/items';

/** Creates an item without checking its name, so that the unique index decides. */
export function createItem(context: Context, { name, amount = 1 }: { name: string; amount?: number }) {
  context.em.create(Item, { name, amount });
  context.publish(itemCreated, { featureName: name, data: { name, amount } });
  return { name, amount };
}

const createItemRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/items',
    summary: 'Create an item',
    permission: 'CREATE_FEATURE',
    scope: 'project of the path',
    params: Type.Object({ projectId: Type.String() }),
    body: NewItem,
    answers: { 201: ItemShape },
    failures: ['NameExistsError'],
    events: [itemCreated],
  },
  async ({ body }, context) => createItem(context, body),
);

const listItemsRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/items',
    summary: 'List items',
    permission: 'authenticated',
    params: Type.Object({ projectId: Type.String() }),
    query: Type.Object({ least: Type.Optional(Type.Integer()), names: Type.Optional(Type.Array(Type.String())) }),
    answers: { 200: Type.Object({ items: Type.Array(ItemShape), query: Type.Unknown() }) },
    failures: [],
  },
  async ({ query }, context) => {
    const found = await context.em.find(Item, {}, { orderBy: { name: 'asc' } });
    return { items: found.map(({ name, amount }) => ({ name, amount })), query };
  },
);

const dropItemRoute = route(
  {
    method: 'delete',
    path: '/api/admin/projects/:projectId/items/:name',
    summary: 'Drop an item: a write that states nothing',
    permission: 'DELETE_FEATURE',
    scope: 'project of the path',
    params: Type.Object({ projectId: Type.String(), name: Type.String() }),
    answers: { 204: empty },
    failures: ['NotFoundError'],
    events: { none: 'the tests need a write without an event' },
  },
  async ({ params }, context) => {
    const dropped = await context.em.nativeDelete(Item, { name: params.name });
    if (dropped === 0) throw new Failure('NotFoundError', `There is no item ${params.name}.`);
  },
);

type More = Omit<Partial<ServiceDeclaration<never>>, 'surface'>;

/** Broadcast of the sample services: the changed items. */
export const itemBroadcast: Broadcast<{ readonly names: readonly string[] }> = {
  revisionOf: 'features',
  key: 'sample.state-changed',
  heartbeat: 'sample.heartbeat',
  numberedAs: 'revision',
  message: (changes) => ({ names: changes.flatMap(({ names }) => names) }),
  resync: () => ({ names: null }),
};

/** A service with one table, which tests extend with routes and reactions. */
export function sampleService(more: More = {}, routes: readonly Route<never>[] = []): Service {
  return service<never>({
    surface: surface({ name: 'sample', broadcast: itemBroadcast }),
    entities: [itemEntity],
    migrations: [
      {
        name: '0001-sample',
        up: () => ['create table if not exists item (name varchar(100) not null primary key, amount integer not null)'],
      },
    ],
    routes: [createItemRoute, listItemsRoute, dropItemRoute, ...routes],
    ...more,
  });
}

/** Raises the revision for every event, as services with an evaluation state do. */
export const raiseRevision: NonNullable<Service['beforeCommit']> = async (_em, events) => [
  stateDraft(itemBroadcast, { names: events.map(({ body }) => body.featureName ?? '') }),
];

/** All events, as audit reads them. */
export const everyEvent: DurableQueue = { queue: 'listener', kind: 'shared', bindings: [{ exchange: exchanges.events, pattern: '#' }] };

/** A service that consumes every event. */
export function listener(handle: NonNullable<Service['consumers']>[number]['handle'], more: More = {}): Service {
  return service<never>({
    surface: surface({ name: 'listener', queues: [everyEvent] }),
    entities: [heardEntity],
    migrations: [heard0001],
    routes: [],
    consumers: [{ queue: everyEvent.queue, handle }],
    ...more,
  });
}

export const heardEntity = defineEntity({
  name: 'Heard',
  tableName: 'heard',
  properties: { number: p.integer().primary().autoincrement(), featureName: p.string().fieldName('feature_name'), sequence: p.integer() },
});
export class Heard extends heardEntity.class {}
heardEntity.setClass(Heard);

const heard0001: Migration = {
  name: '0001-heard',
  up: ({ serial }) => [
    `create table if not exists heard (number ${serial}, feature_name varchar(100) not null, sequence integer not null)`,
  ],
};
