import {
  type AccessChanged,
  type EventDefinition,
  exchanges,
  type Envelope,
  envelopeType,
  type Fact,
  Failure,
  type Principal,
  type Revision,
  type StateChanged,
  stateKeys,
} from '@signalbox/contracts';
import type { Context, DraftEvent, EntityManager, StateDraft } from '@signalbox/kit';
import { faultOf, type Numbers, type OutboxMessage, takeNumbers, writeOutbox } from '@signalbox/store';
import { pause } from '@signalbox/timing';
import type { Running } from './runtime.ts';

/** On whose behalf a unit of work runs and what it may know of the request. */
export interface WorkOrder {
  readonly actor: Principal;
  readonly ifMatch: string | null;
  readonly correlationId?: string;
}

/** What committed: the work's result and the revision that it raised, if any. */
export interface Committed<T> {
  readonly result: T;
  readonly revision: Revision | null;
}

type Seal<T> = (em: EntityManager, committed: Committed<T>) => Promise<void>;

const attempts = 10;
const stateMessageLimitBytes = 1_000_000;

/**
 * Runs `work` so that its rows and the events it publishes commit together or not at all. Lost races (deadlocks,
 * lock waits, a deletion of what it refers to) run it again with a fresh context, up to ten times; a database that is away,
 * or that lets others win each time, is a 503, and a reference that is refused each time a bug. `seal` sees what is about to commit, in the same transaction.
 */
export async function runUnitOfWork<T>(
  running: Running,
  order: WorkOrder,
  work: (context: Context) => Promise<T>,
  seal?: Seal<T>,
): Promise<Committed<T>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(running, order, work, seal);
    } catch (error) {
      const fault = error instanceof Failure ? 'other' : faultOf(error);
      if (fault === 'unavailable') throw unavailable(running.service.name, error);
      if (fault !== 'conflict' && fault !== 'reference') throw error;
      if (attempt === attempts) throw fault === 'conflict' ? contended(error) : error;
      running.metrics.reruns.inc({ service: running.service.name });
      await pause(running.surroundings.random() * 10 * attempt);
    }
  }
}

/** The refusal for a database that is away or too slow. */
export const unavailable = (service: string, cause: unknown): Failure =>
  new Failure('UnavailableError', `The database of ${service} does not answer. Try again shortly.`, { retryAfterSeconds: 2, cause });

const contended = (cause: unknown) =>
  new Failure('UnavailableError', 'Too many changes of the same thing at once. Try again shortly.', { retryAfterSeconds: 1, cause });

async function attemptOnce<T>(
  running: Running,
  order: WorkOrder,
  work: (context: Context) => Promise<T>,
  seal: Seal<T> = async () => undefined,
): Promise<Committed<T>> {
  const { store, surroundings, service } = running;
  let revision = null as Revision | null;
  let left = 0;
  const result = await store.transaction(async (em) => {
    const drafts: DraftEvent[] = [];
    const announced: StateDraft[] = [];
    const done = await work(contextOf(running, order, em, drafts, announced));
    await em.flush();
    const concluded = drafts.length > 0 && service.beforeCommit ? await service.beforeCommit(em, drafts) : [];
    const states = [...announced, ...concluded];
    left = drafts.length + states.length;
    if (left === 0) {
      await seal(em, { result: done, revision });
      return done;
    }
    const numbers = await takeNumbers(em, { messages: left, events: drafts.length, revisions: states.length > 0 ? 1 : 0 });
    revision = revisionOf(states, numbers);
    await writeOutbox(em, numbers.message, messagesOf(running, order, drafts, states, numbers), surroundings.now());
    await seal(em, { result: done, revision });
    surroundings.pass('after write', service.name);
    return done;
  });
  surroundings.pass('after commit', service.name);
  if (left > 0) running.wakeRelay();
  if (revision !== null) running.metrics.revision.set({ service: service.name }, revision.number);
  return { result, revision };
}

/** A service has states of one kind. */
function revisionOf([state]: readonly StateDraft[], { revision }: Numbers): Revision | null {
  if (!state) return null;
  return { of: state.kind === 'access-changed' ? 'access' : 'features', number: revision };
}

function contextOf(running: Running, order: WorkOrder, em: EntityManager, drafts: DraftEvent[], announced: StateDraft[]): Context {
  const { surroundings, access, settings } = running;
  return {
    em,
    actor: order.actor,
    access,
    settings,
    ifMatch: order.ifMatch,
    now: surroundings.now,
    id: surroundings.id,
    publish: (event, fact) => void drafts.push(draftOf(event, fact, order.actor, surroundings.now())),
    publishState: (state) => void announced.push(state),
  };
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
    },
  };
}

/** One at a time, because a unit of work may state thousands of events. */
function* messagesOf(
  running: Running,
  order: WorkOrder,
  drafts: readonly DraftEvent[],
  states: readonly StateDraft[],
  numbers: Numbers,
): Generator<OutboxMessage> {
  for (const state of states) yield stateMessage(running, state, numbers.revision);
  const common = {
    ...(states.length > 0 ? { revision: numbers.revision } : {}),
    ...(order.correlationId ? { correlationid: order.correlationId } : {}),
  };
  for (const [index, draft] of drafts.entries()) {
    const id = running.surroundings.id();
    const envelope: Envelope = {
      specversion: '1.0',
      id,
      source: `/signalbox/${running.service.name}`,
      type: draft.type,
      ...(draft.body.featureName ? { subject: draft.body.featureName } : {}),
      time: draft.body.createdAt,
      datacontenttype: 'application/json',
      sequence: numbers.position + index,
      ...common,
      data: draft.body,
    };
    yield { id, exchange: exchanges.events, key: `${running.service.name}.${draft.body.type}`, body: JSON.stringify(envelope) };
  }
}

function stateMessage(running: Running, draft: StateDraft, revision: number): OutboxMessage {
  const id = running.surroundings.id();
  if (draft.kind === 'access-changed') {
    const change: AccessChanged = { ...draft.change, version: revision };
    return { id, exchange: exchanges.state, key: stateKeys.access, body: JSON.stringify(change) };
  }
  const state: StateChanged = { ...draft.state, revision, previous: revision - 1 };
  const body = JSON.stringify(state);
  const resync: StateChanged = {
    revision,
    previous: revision - 1,
    resync: true,
    features: [],
    removedFeatures: [],
    segments: [],
    removedSegments: [],
  };
  const fits = Buffer.byteLength(body) <= stateMessageLimitBytes;
  return { id, exchange: exchanges.state, key: stateKeys.togglesState, body: fits ? body : JSON.stringify(resync) };
}
