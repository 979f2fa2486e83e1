import { defineEntity, p } from '@mikro-orm/core';
import { DateTime, type EventDefinition } from '@signalbox/contracts';
import {
  type Broadcast,
  eventQueue,
  fastRoute,
  type OpenParts,
  type Opened,
  parse,
  reacting,
  routeWith,
  service,
  setting,
  stateDraft,
  surface,
} from '@signalbox/kit';
import { Type } from 'typebox';

/** A service that the product does not have, complete in one file, as an example for new services. */
export const maxParcels = setting('MAX_PARCELS', '3', parse.integer(1, 100), 'Most parcels in the depot.');
export const parcelBytes = setting('PARCEL_BYTES', '2000', parse.integer(1024, 10_000), 'Largest parcel.');

const depotBroadcast: Broadcast<{ readonly parcels: readonly string[] }> = {
  revisionOf: 'features',
  key: 'depot.parcels',
  heartbeat: 'depot.heartbeat',
  numberedAs: 'revision',
  message: (changes) => ({ ...changes.at(-1) }),
};

const parcelTaken: EventDefinition = {
  type: 'parcel-taken',
  version: 1,
  service: 'depot',
  when: 'a parcel is taken in',
  scope: ['featureName'],
  touches: 'nothing',
  data: Type.Unknown(),
  preData: Type.Unknown(),
  specified: false,
};

const depotQueue = eventQueue('depot', { parcelTaken });

export const depotSurface = surface({
  name: 'depot',
  paths: [
    { prefix: '/depot', bodyLimitBytes: parcelBytes },
    { prefix: '/depot/count', credential: 'own' },
  ],
  queues: [depotQueue],
  broadcast: depotBroadcast,
  settings: [maxParcels, parcelBytes],
});

const parcelEntity = defineEntity({
  name: 'Parcel',
  tableName: 'parcel',
  properties: { name: p.string().primary(), heard: p.boolean() },
});
class Parcel extends parcelEntity.class {}
parcelEntity.setClass(Parcel);

/** State of the depot in memory: the last broadcast. */
interface Depot {
  known: readonly string[];
}

const route = routeWith<Depot>();

const takeParcelRoute = route(
  {
    method: 'post',
    path: '/depot/parcels',
    summary: 'Take a parcel in',
    permission: 'CREATE_PROJECT',
    body: Type.Object({ name: Type.String({ minLength: 1 }) }),
    answers: { 201: Type.Object({ name: Type.String(), at: DateTime }) },
    failures: ['InvalidOperationError'],
    events: [parcelTaken],
  },
  async ({ body: { name } }, context) => {
    context.em.create(Parcel, { name, heard: false });
    context.publish(parcelTaken, { featureName: name });
    return { name, at: context.now().toISOString() };
  },
);

const listParcelsRoute = route(
  {
    method: 'get',
    path: '/depot/parcels',
    summary: 'List parcels',
    permission: 'authenticated',
    answers: { 200: Type.Object({ heard: Type.Array(Type.String()), known: Type.Array(Type.String()), max: Type.Integer() }) },
    failures: [],
  },
  async (_input, { em, state, settings }) => {
    const heard = await em.find(Parcel, { heard: true }, { orderBy: { name: 'asc' } });
    return { heard: heard.map(({ name }) => name), known: [...state.known], max: settings.get(maxParcels) };
  },
);

const countParcelsRoute = fastRoute(
  {
    method: 'get',
    path: '/depot/count',
    summary: 'Count parcels',
    permission: 'public',
    crossOrigin: true,
    answers: { 200: Type.Object({ count: Type.Integer(), credential: Type.Union([Type.String(), Type.Null()]) }) },
    failures: [],
  },
  (call, { known }: Depot) => ({ json: JSON.stringify({ count: known.length, credential: call.header('authorization') ?? null }) }),
);

async function openDepot(parts: OpenParts): Promise<Opened<Depot>> {
  const state: Depot = { known: [] };
  const receive = (message: unknown) => {
    state.known = (message as { parcels: string[] }).parcels;
  };
  await parts.listen(depotBroadcast.key, receive, () => undefined);
  return { state };
}

export const depot = service<Depot>({
  surface: depotSurface,
  entities: [parcelEntity],
  migrations: [
    {
      name: '0001-parcels',
      up: () => ['create table if not exists parcel (name varchar(100) not null primary key, heard integer not null)'],
    },
  ],
  routes: [takeParcelRoute, listParcelsRoute, countParcelsRoute],
  consumers: [
    reacting(depotQueue, {
      parcelTaken: async ({ em }, { featureName }) => void (await em.nativeUpdate(Parcel, { name: featureName ?? '' }, { heard: true })),
    }),
  ],
  beforeCommit: async ({ em }) => {
    const parcels = await em.find(Parcel, {}, { orderBy: { name: 'asc' } });
    return [stateDraft(depotBroadcast, { parcels: parcels.map(({ name }) => name) })];
  },
  open: openDepot,
});
