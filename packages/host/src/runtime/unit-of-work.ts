import {
  type AccessMark,
  exchanges,
  type Envelope,
  envelopeType,
  type Fact,
  Failure,
  type Principal,
  type EventDefinition,
  type Revision,
} from '@signalbox/contracts';
import {
  type Broadcast,
  type Context,
  type DirectWrite,
  type DraftEvent,
  type EntityManager,
  openSlots,
  type StateDraft,
  stateDraft,
} from '@signalbox/kit';
import { faultOf, openOutbox, type OutboxDraft, readCounter, type StateMessage } from '@signalbox/store';
import { retry } from '@signalbox/timing';
import { attributes } from '@signalbox/tracing';
import { type ServiceRuntime, type StoredRuntime, traced } from './runtime.ts';

/** Actor and request of a unit of work. */
export interface WorkOrder {
  readonly actor: Principal;
  readonly ifMatch: string | null;
  readonly correlationId?: string;
  /** Absent unless a request makes the change directly. */
  readonly directWrite?: DirectWrite | undefined;
}

/** Result of a commit: the return value of the work, the revision, if any, and the access mark that includes it. */
export interface Committed<T> {
  readonly result: T;
  readonly revision: Revision | null;
  readonly mark: AccessMark;
}

type Seal<T> = (em: EntityManager, committed: Committed<T>) => Promise<void>;

const attempts = 10;
const stateMessageLimitBytes = 1_000_000;

/**
 * Runs `work` so that its rows and its published events commit together or not at all. After a lost race (deadlock, lock wait, or a deleted
 * reference) it runs again with a fresh context, up to ten times. Persistent deadlocks or lock timeouts and an unavailable database become
 * 503; a reference that is violated each time is a bug. `seal` runs last in the same transaction.
 */
export function runUnitOfWork<T>(
  runtime: StoredRuntime,
  order: WorkOrder,
  work: (context: Context) => Promise<T>,
  seal?: Seal<T>,
): Promise<Committed<T>> {
  const { tracer, store } = runtime;
  // One span for all attempts, as the cause of their events.
  const named = { [attributes.databaseSystem]: store.dialect, [attributes.databaseOperation]: 'transaction' };
  return traced(tracer, { name: 'transaction', kind: 'client', attributes: named }, () =>
    attemptSeveralTimes(runtime, () => attemptOnce(runtime, order, work, seal)),
  );
}

async function attemptSeveralTimes<T>({ service, metrics, effects, tracer }: StoredRuntime, attemptUnit: () => Promise<T>): Promise<T> {
  try {
    return await retry(attemptUnit, {
      waitMs: (attempt) => effects.random() * 10 * attempt,
      again: (error, attempt) => attempt < attempts && ['conflict', 'reference'].includes(outcomeOf(error)),
      failed: () => {
        metrics.reruns.inc({ service: service.name });
        tracer?.active?.note('rerun');
      },
    });
  } catch (error) {
    const outcome = outcomeOf(error);
    if (outcome === 'unavailable') throw unavailable(service.name, error);
    throw outcome === 'conflict' ? contended(error) : error;
  }
}

const outcomeOf = (error: unknown) => (error instanceof Failure ? 'other' : faultOf(error));

/** The failure for an unavailable or slow database. */
const unavailable = (service: string, cause: unknown): Failure =>
  new Failure('UnavailableError', `The database of ${service} is unavailable or overloaded. Try again shortly.`, {
    retryAfterSeconds: 2,
    cause,
  });

/** Maps a failed read: 503 if the database is down, otherwise the error itself. */
export const readFailure = (service: string, error: unknown): unknown =>
  outcomeOf(error) === 'unavailable' ? unavailable(service, error) : error;

const contended = (cause: unknown) =>
  new Failure('UnavailableError', 'Too many concurrent changes to the same object. Try again shortly.', { retryAfterSeconds: 1, cause });

/** Messages of a unit of work before they have numbers. */
interface Drafts {
  readonly events: DraftEvent[];
  readonly states: StateDraft[];
}

async function attemptOnce<T>(
  runtime: StoredRuntime,
  order: WorkOrder,
  work: (context: Context) => Promise<T>,
  seal?: Seal<T>,
): Promise<Committed<T>> {
  const { store, service, instrument } = runtime;
  const { numbered, committed } = await store.transaction(async (em) => {
    const drafts: Drafts = { events: [], states: [] };
    const context = contextOf(runtime, order, em, drafts);
    const result = await work(context);
    await em.flush();
    if (drafts.events.length > 0 && service.beforeCommit) drafts.states.push(...(await service.beforeCommit(context, drafts.events)));
    const numbered = await writeMessages(runtime, order, em, drafts);
    const committed = async () => ({ result, ...(numbered ? await numbered() : nothingRaised) });
    if (seal) await seal(em, await committed());
    if (numbered) instrument.step?.('after write', service.name);
    return { numbered, committed };
  });
  instrument.step?.('after commit', service.name);
  if (numbered) runtime.outbox.ring();
  const done = await committed();
  if (done.revision !== null) runtime.metrics.revision.set({ service: service.name }, done.revision.number);
  return done;
}

/** Numbers that a unit of work raised. */
type Raised = Omit<Committed<unknown>, 'result'>;

const nothingRaised: Raised = { revision: null, mark: {} };

/**
 * Writes the messages of a unit of work, and returns a function for their numbers, or null without messages. To call it before the commit
 * costs a round trip.
 */
async function writeMessages(
  runtime: StoredRuntime,
  order: WorkOrder,
  em: EntityManager,
  { events, states }: Drafts,
): Promise<(() => Promise<Raised>) | null> {
  const { effects } = runtime;
  const revisions = states.length > 0 ? 1 : 0;
  const messages = events.length + revisions;
  if (messages === 0) return null;
  const outbox = openOutbox(em, effects.id(), effects.now());
  await outbox.write(eventMessages(runtime, order, events), revisions);
  // From here on the counter's row is locked. The remaining work is the same for one event as for thousands.
  const numbered = await outbox.number({ messages, events: events.length, revisions }, revisions ? stateMessage(runtime, states) : null);
  const heard = await heardPositionOf(runtime, events, em);
  return async () => {
    const revision = revisionOf(runtime, states, await numbered.revision);
    return { revision, mark: { ...accessVersionOf(revision), ...heard } };
  };
}

const accessVersionOf = (revision: Revision | null): AccessMark => (revision?.of === 'access' ? { access: revision.number } : {});

/** Position of the last event that the access state depends on. */
async function heardPositionOf(
  { service, isFollowedByAccess }: ServiceRuntime,
  events: readonly DraftEvent[],
  em: EntityManager,
): Promise<AccessMark> {
  const last = events.findLastIndex(({ body }) => isFollowedByAccess(keyOf(service, body.type)));
  if (last < 0) return {};
  const { position } = await readCounter(em);
  return { [service.name]: position - events.length + 1 + last };
}

const keyOf = ({ name }: ServiceRuntime['service'], type: string): string => `${name}.${type}`;

function revisionOf({ service }: ServiceRuntime, states: readonly StateDraft[], revision: number): Revision | null {
  return states.length === 0 ? null : { of: broadcastOf(service, states).revisionOf, number: revision };
}

/** The service's only broadcast, declared on its surface. */
function broadcastOf({ name, surface: { broadcast } }: ServiceRuntime['service'], states: readonly StateDraft[]): Broadcast<never> {
  if (!broadcast || states.some((state) => state.broadcast !== broadcast))
    throw new Error(`${name} publishes a state that its surface does not declare`);
  return broadcast;
}

function contextOf(runtime: ServiceRuntime, order: WorkOrder, em: EntityManager, drafts: Drafts): Context {
  const { effects, access, settings, instrument } = runtime;
  const drafted = (event: EventDefinition, fact: Fact): DraftEvent => {
    instrument.emitted?.(event.type);
    return draftOf(event, fact, order.actor, effects.now());
  };
  const context: Context = {
    em,
    actor: order.actor,
    access,
    settings,
    ifMatch: order.ifMatch,
    directWrite: order.directWrite ?? null,
    now: effects.now,
    id: effects.id,
    actAs: (actor) => contextOf(runtime, { ...order, actor }, em, drafts),
    publish: (event, fact) => void drafts.events.push(drafted(event, fact)),
    publishState: (broadcast, change) => void drafts.states.push(stateDraft(broadcast, change)),
    slot: openSlots(() => context),
  };
  return context;
}

function draftOf(event: EventDefinition, fact: Fact, actor: Principal, now: Date): DraftEvent {
  return {
    type: envelopeType(event.type, event.version),
    touches: event.touches,
    body: {
      type: event.type,
      createdBy: actor.name,
      createdByUserId: actor.id,
      createdAt: now.toISOString(),
      project: fact.project ?? null,
      environment: fact.environment ?? null,
      featureName: fact.featureName ?? null,
      data: fact.data ?? null,
      preData: fact.preData ?? null,
      tags: fact.tags ? [...fact.tags] : [],
      ...(actor.via && { via: actor.via }),
    },
  };
}

/** Yields one at a time, because a unit of work may publish thousands of events. They get their numbers when they leave. */
function* eventMessages(runtime: ServiceRuntime, order: WorkOrder, events: readonly DraftEvent[]): Generator<OutboxDraft> {
  const traceparent = runtime.tracer?.active?.traceparent;
  for (const [event, draft] of events.entries()) {
    const id = runtime.effects.id();
    const envelope: Omit<Envelope, 'sequence' | 'revision'> = {
      specversion: '1.0',
      id,
      source: `/signalbox/${runtime.service.name}`,
      type: draft.type,
      ...(draft.body.featureName ? { subject: draft.body.featureName } : {}),
      time: draft.body.createdAt,
      datacontenttype: 'application/json',
      ...(order.correlationId ? { correlationid: order.correlationId } : {}),
      ...(traceparent ? { traceparent } : {}),
      data: draft.body,
    };
    yield { id, event, exchange: exchanges.events, key: keyOf(runtime.service, draft.body.type), body: JSON.stringify(envelope) };
  }
}

/** One message for all changes, because a replica applies a unit of work completely. */
function stateMessage({ effects, service }: ServiceRuntime, states: readonly StateDraft[]): StateMessage {
  const { key, message, resync, numberedAs } = broadcastOf(service, states);
  const changes = states.map(({ change }) => change as never);
  const body = JSON.stringify(message(changes));
  const fits = !resync || Buffer.byteLength(body) <= stateMessageLimitBytes;
  return { id: effects.id(), exchange: exchanges.state, key, body: fits ? body : JSON.stringify(resync(changes)), numberedAs };
}
