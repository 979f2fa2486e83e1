import { DateTime, Failure, system } from '@signalbox/contracts';
import { claimsKey, deadLettersPath, empty, type EventConsumer, route, type Route, type Service } from '@signalbox/kit';
import { countDeadLetters, type DeadLetter, deleteDeadLetter, readDeadLetters, updateDeadLetterReason } from '@signalbox/store';
import { Type } from 'typebox';
import { handleMessages } from './consume.ts';
import type { StoredRuntime } from '../runtime/runtime.ts';
import { runUnitOfWork } from '../runtime/unit-of-work.ts';

/** Maximum per request, for lists and replays. */
const maxAtOnce = 100;

export const DeadLetterShape = Type.Object({ id: Type.String(), key: Type.String(), reason: Type.String(), failedAt: DateTime });
export const DeadLetterList = Type.Object({ messages: Type.Array(DeadLetterShape), total: Type.Integer() });
const Replay = Type.Object({ id: Type.Optional(Type.String()) });
export const ReplayResult = Type.Object({
  replayed: Type.Integer(),
  left: Type.Integer(),
  failure: Type.Union([Type.Object({ id: Type.String(), reason: Type.String() }), Type.Null()]),
});

/**
 * Routes for operators to list dead letters, replay them once the cause is fixed, and delete them, by the name of each operation. `runtime`
 * is called per request, so the routes can be declared without a running service. A service reads only one queue, so the consumer of a dead
 * letter is known.
 */
export function deadLetterRoutes(service: Service, runtime: () => StoredRuntime): Readonly<Record<string, Route>> {
  const [consumer, another] = service.consumers ?? [];
  if (another) throw new Error(`${service.name} reads two queues, so the queue of a dead letter would be unknown`);
  if (!consumer) return {};
  const path = deadLettersPath(service);
  return {
    listDeadLetters: route(
      {
        method: 'get',
        path,
        summary: 'List dead letters, oldest first',
        permission: 'ADMIN',
        answers: { 200: DeadLetterList },
        failures: [],
      },
      async (_input, { em }) => {
        const messages = await readDeadLetters(em, maxAtOnce);
        return {
          messages: messages.map(({ id, key, reason, failedAt }) => ({ id, key, reason, failedAt: failedAt.toISOString() })),
          total: await countDeadLetters(em),
        };
      },
    ),
    replayDeadLetters: route(
      {
        method: 'post',
        path: `${path}/replay`,
        summary: 'Replay one dead letter by id, or up to 100 in order until one fails',
        permission: 'ADMIN',
        body: Replay,
        answers: { 200: ReplayResult },
        failures: ['NotFoundError'],
        events: { none: 'because the handlers of the messages emit the events' },
        transaction: { none: 'because each message is handled in its own unit of work' },
        maintenance: 'through',
      },
      async ({ body }, context) => {
        await context.write(claimsKey);
        return replay(runtime(), consumer, body.id);
      },
    ),
    deleteDeadLetter: route(
      {
        method: 'delete',
        path: `${path}/:messageId`,
        summary: 'Delete a dead letter',
        permission: 'ADMIN',
        params: Type.Object({ messageId: Type.String() }),
        answers: { 204: empty },
        failures: ['NotFoundError'],
        events: { none: 'because the message had no effect' },
      },
      async ({ params: { messageId } }, { em }) => {
        if (!(await deleteDeadLetter(em, messageId))) throw unknown(messageId);
      },
    ),
  };
}

const unknown = (id: string) => new Failure('NotFoundError', `There is no dead letter ${id}.`);

/** Stops at the first message that fails again, since later ones may depend on it. */
async function replay(runtime: StoredRuntime, consumer: EventConsumer, id?: string) {
  const messages = await readDeadLetters(runtime.store.reader(), maxAtOnce, id);
  if (id !== undefined && messages.length === 0) throw unknown(id);
  let replayed = 0;
  for (const message of messages) {
    const reason = await handleAgain(runtime, consumer, message);
    if (reason !== null) return { replayed, left: await left(runtime), failure: { id: message.id, reason } };
    replayed += 1;
  }
  return { replayed, left: await left(runtime), failure: null };
}

const left = ({ store }: StoredRuntime) => countDeadLetters(store.reader());
const order = { actor: system, ifMatch: null };

/** Returns null if the message took effect, here or concurrently elsewhere. Otherwise stores and returns the reason. */
async function handleAgain(runtime: StoredRuntime, consumer: EventConsumer, message: DeadLetter): Promise<string | null> {
  try {
    await runUnitOfWork(runtime, order, async (context) => {
      if (await deleteDeadLetter(context.em, message.id)) await handleMessages(consumer, [message], context);
    });
    return null;
  } catch (error) {
    if (error instanceof Failure && error.name === 'UnavailableError') throw error;
    const reason = error instanceof Error ? error.message : String(error);
    runtime.log.warn({ err: error, message: message.id, service: runtime.service.name }, 'replaying a dead letter failed');
    await runUnitOfWork(runtime, order, ({ em }) => updateDeadLetterReason(em, message.id, reason));
    return reason;
  }
}
