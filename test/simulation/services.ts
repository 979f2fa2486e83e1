import { defineEntity, p } from '@mikro-orm/core';
import {
  type DurableQueue,
  type Envelope,
  exchanges,
  type FeatureState,
  fetchState,
  type Question,
  type EventDefinition,
  type StatePage,
} from '@signalbox/contracts';
import { answer, type Context, type EntityManager, type OpenParts, type Service, service, surface } from '@signalbox/kit';
import { followState, type Replica, type ReplicaChange } from '@signalbox/replica';
import { togglesSurface } from '@signalbox/toggles/surface';
import { Type } from 'typebox';

/** A client's change; `number` is its number within the run. */
export interface Edit {
  readonly number: number;
  /** Features to set, by name; `null` removes one. */
  readonly features: Readonly<Record<string, boolean | null>>;
  /** True if replicas must resync, as after a large change. */
  readonly resync: boolean;
}

/** A client's way to make a change, instead of an HTTP request. */
export const edit = {
  name: 'edit',
  service: 'toggles',
  input: Type.Object({ number: Type.Integer(), features: Type.Unknown(), resync: Type.Boolean() }),
  output: Type.Object({}),
  deadlineMs: 30_000,
  why: 'The simulation has no requests.',
} satisfies Question;

const definition = {
  version: 1,
  touches: 'nothing',
  data: Type.Unknown(),
  preData: Type.Unknown(),
  specified: false,
} as const;
const featureSet: EventDefinition = {
  ...definition,
  type: 'feature-updated',
  service: 'toggles',
  when: 'a feature is set',
  scope: ['featureName'],
};
const noted: EventDefinition = {
  ...definition,
  type: 'feature-noted',
  service: 'listener',
  when: 'it heard of a feature',
  scope: ['featureName'],
};

interface Tables {
  counter: { revision: number };
  feature: { name: string; enabled: number };
  edit: { number: number };
  heard: { number?: number; source: string; sequence: number; id: string; edit: number };
}

/** Tables of the simulation's services. */
export const tables = (em: EntityManager) => em.getKysely<Tables>();

const noteEntity = defineEntity({ name: 'Note', tableName: 'note', properties: { id: p.integer().primary() } });

const broadcast = togglesSurface.broadcast;
const nothing = { features: [], removedFeatures: [], segments: [], removedSegments: [], resync: false };

const stateOf = (name: string, enabled: boolean): FeatureState => ({
  name,
  project: 'default',
  type: 'release',
  description: null,
  stale: false,
  impressionData: false,
  dependencies: [],
  environments: { production: { enabled, strategies: [], variants: [] } },
});

async function applyEdit({ number, features, resync }: Edit, context: Context): Promise<void> {
  const db = tables(context.em);
  await db.insertInto('edit').values({ number }).execute();
  for (const [name, enabled] of Object.entries(features)) {
    await db.deleteFrom('feature').where('name', '=', name).execute();
    if (enabled !== null)
      await db
        .insertInto('feature')
        .values({ name, enabled: Number(enabled) })
        .execute();
    context.publish(featureSet, { featureName: name, data: { edit: number } });
  }
  const changed = Object.entries(features).flatMap(([name, enabled]) => (enabled === null ? [] : [stateOf(name, enabled)]));
  const removedFeatures = Object.keys(features).filter((name) => features[name] === null);
  context.publishState(broadcast, resync ? { ...nothing, resync } : { ...nothing, features: changed, removedFeatures });
}

const featuresPerPage = 3;

async function readPage(em: EntityManager, after: string | null): Promise<StatePage> {
  const revision = await readRevision(em);
  const page = tables(em)
    .selectFrom('feature')
    .selectAll()
    .where('name', '>', after ?? '')
    .orderBy('name')
    .limit(featuresPerPage);
  const rows = await page.execute();
  const next = rows.length === featuresPerPage ? (rows.at(-1)?.name ?? null) : null;
  const features = rows.map(({ name, enabled }) => stateOf(name, enabled === 1));
  return { revision, reached: await readRevision(em), features, segments: [], next };
}

async function readRevision(em: EntityManager): Promise<number> {
  const { revision } = await tables(em).selectFrom('counter').select('revision').executeTakeFirstOrThrow();
  return Number(revision);
}

/** The service that makes changes and owns the replicated state: like `toggles`, with tables of two columns. */
export const writer: Service = service({
  surface: surface({ name: 'toggles', broadcast }),
  entities: [noteEntity],
  migrations: [
    {
      name: '0001-features',
      up: () => [
        'create table if not exists feature (name varchar(100) not null primary key, enabled integer not null)',
        'create table if not exists edit (number integer not null primary key)',
      ],
    },
  ],
  routes: [],
  answers: [
    answer(edit, async (input, context) => {
      await context.write((unit) => applyEdit(input as Edit, unit));
      return {};
    }),
    answer(fetchState, ({ after }, { em }) => readPage(em, after)),
  ],
});

const listenerQueue: DurableQueue = {
  queue: 'listener',
  kind: 'shared',
  bindings: [{ exchange: exchanges.events, pattern: 'toggles.#' }],
};

const editOf = ({ data }: Envelope): number => (data.data as { edit: number }).edit;

async function hear(envelope: Envelope, context: Context): Promise<void> {
  const { source, sequence, id } = envelope;
  const number = editOf(envelope);
  await tables(context.em).insertInto('heard').values({ source, sequence, id, edit: number }).execute();
  if (number % 4 === 0) context.publish(noted, { featureName: envelope.data.featureName, data: { edit: number } });
}

/** The service that records received events, and emits events about some of them. */
export const listener: Service = service({
  surface: surface({ name: 'listener', queues: [listenerQueue] }),
  entities: [noteEntity],
  migrations: [
    {
      name: '0001-heard',
      up: ({ serial }) => [
        `create table if not exists heard (number ${serial}, source varchar(100) not null, sequence integer not null, id char(36) not null, edit integer not null)`,
      ],
    },
  ],
  routes: [],
  consumers: [{ queue: listenerQueue.queue, handle: hear }],
});

/** Operations of the viewer on its replica. */
export interface ViewerParts {
  readonly ask: (input: { readonly after: string | null }) => Promise<StatePage>;
  readonly listen?: (listen: OpenParts['listen'], replica: () => Replica | undefined) => OpenParts['listen'];
  readonly onChange: (change: ReplicaChange) => void;
  readonly opened: (replica: Replica) => void;
}

/** The service with all features in memory, like delivery. */
export const viewer = ({ ask, listen = (own) => own, onChange, opened }: ViewerParts): Service =>
  service({
    surface: surface({ name: 'viewer' }),
    routes: [],
    async open(parts) {
      const waiting: { replica?: Replica } = {};
      const source = {
        ask: (_question: typeof fetchState, input: { readonly after: string | null }) => ask(input),
        warn: () => undefined,
        slot: parts.slot,
      };
      const { replica, close } = await followState({ ...source, listen: listen(parts.listen, () => waiting.replica) }, { onChange });
      waiting.replica = replica;
      opened(replica);
      return { state: {}, close: async () => close() };
    },
  });
