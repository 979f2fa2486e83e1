import { DateTime, eventsImported, Failure, mapOf, nullable, Tag } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import type { EventContent } from '../chain/chain.ts';
import { append, lockHead, writeAppended } from '../log/head.ts';
import { importSource } from '../source/imported-event.ts';
import { positionsOf, writeSources } from '../source/follow-source.ts';
import { maxNameLength } from '../tables/event.ts';

const maxImported = 500;
const Name = Type.String({ minLength: 1, maxLength: maxNameLength });
const Scope = Type.Optional(nullable(Name));
const Content = Type.Optional(nullable(mapOf(Type.Unknown())));

const ImportedEvent = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The id in the other system.' }),
  type: Name,
  createdAt: DateTime,
  createdBy: Name,
  createdByUserId: Type.Optional(
    nullable(Type.Integer({ minimum: 1, description: 'The id of the imported user, not the one in the other system.' })),
  ),
  project: Scope,
  environment: Scope,
  featureName: Scope,
  data: Content,
  preData: Content,
  tags: Type.Optional(nullable(Type.Array(Tag))),
});
type ImportedEvent = Static<typeof ImportedEvent>;

const ImportEvents = Type.Object({
  source: Type.String({ maxLength: 100, pattern: '^[a-z0-9][a-z0-9.:_-]*$', description: 'The name of the other system.' }),
  events: Type.Array(ImportedEvent, { maxItems: maxImported, description: 'In ascending order of id.' }),
});

/** `last` is the id of the last event that was imported from this source so far, or 0. */
const Imported = Type.Object({ imported: Type.Integer(), skipped: Type.Integer(), last: Type.Integer() });
type Imported = Static<typeof Imported>;

export const importEventsRoute = route(
  {
    method: 'post',
    path: '/api/admin/migration/events',
    summary: 'Append events of another system to the log, marked as imported; skips events up to the last imported id',
    permission: 'ADMIN',
    body: ImportEvents,
    answers: { 200: Imported },
    failures: ['BadDataError'],
    events: [eventsImported],
  },
  ({ body }, context) => importEvents(context, body.source, body.events),
);

/**
 * Appends the events that follow the last imported one, with their original authors and times. Emits one event for all, because add-ons
 * and other services must not react to changes that were made elsewhere.
 */
async function importEvents(context: Context, system: string, events: readonly ImportedEvent[]): Promise<Imported> {
  refuseOwnName(system);
  refuseUnordered(events);
  await lockHead(context);
  const name = importSource(system);
  const positions = await positionsOf(context, name);
  const missing = events.filter(({ id }) => id > positions.sequence);
  const last = missing.at(-1)?.id ?? positions.sequence;
  for (const event of missing) await append(context, contentOf(context, name, event));
  await writeAppended(context);
  Object.assign(positions, { sequence: last, last });
  const [first] = missing;
  if (first) {
    await writeSources(context);
    context.publish(eventsImported, { data: { source: system, count: missing.length, first: first.id, last } });
  }
  return { imported: missing.length, skipped: events.length - missing.length, last };
}

/** Readers would take the events for those of this instance. */
function refuseOwnName(system: string): void {
  if (/^signalbox\b/.test(system)) {
    const message = 'source must be the name of another system: events of this instance cannot be imported into it.';
    throw new Failure('BadDataError', message, { path: 'source' });
  }
}

function refuseUnordered(events: readonly ImportedEvent[]): void {
  const wrong = events.find(({ id }, index) => id <= (events[index - 1]?.id ?? 0));
  if (wrong) throw new Failure('BadDataError', `events must be in ascending order of id; ${wrong.id} is not.`, { path: 'events' });
}

function contentOf({ actor, id, now }: Context, source: string, event: ImportedEvent): Omit<EventContent, 'id'> {
  const { project = null, environment = null, featureName = null, createdByUserId = null } = event;
  return {
    createdAt: Date.parse(event.createdAt),
    type: event.type.toWellFormed(),
    createdBy: event.createdBy.toWellFormed(),
    createdByUserId,
    project: project?.toWellFormed() ?? null,
    environment: environment?.toWellFormed() ?? null,
    featureName: featureName?.toWellFormed() ?? null,
    data: textOf(event.data),
    preData: textOf(event.preData),
    tags: JSON.stringify(event.tags ?? []),
    shown: true,
    source,
    sequence: event.id,
    revision: null,
    messageId: id(),
    correlationId: null,
    agent: null,
    client: null,
    raw: JSON.stringify({ importedAt: now().toISOString(), importedBy: actor.name, importedByUserId: actor.id }),
  };
}

const textOf = (value: ImportedEvent['data']): string | null => (value === null || value === undefined ? null : JSON.stringify(value));
