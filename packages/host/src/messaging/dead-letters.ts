import { DateTime, Failure, system } from '@signalbox/contracts';
import { empty, type EventConsumer, type ReadContext, route, type Route } from '@signalbox/kit';
import { countDeadLetters, updateDeadLetterReason, readDeadLetters, type DeadLetter, deleteDeadLetter } from '@signalbox/store';
import { Type } from 'typebox';
import { handleMessage } from './consume.ts';
import type { Running } from '../runtime/runtime.ts';
import { runUnitOfWork } from '../runtime/unit-of-work.ts';

/** Shown, or handled, by one request: as many as it can hold and wait for. */
const mostAtOnce = 100;

const Message = Type.Object({ id: Type.String(), key: Type.String(), reason: Type.String(), setAsideAt: DateTime });
const Replay = Type.Object({ id: Type.Optional(Type.String()) });
const Replayed = Type.Object({
  replayed: Type.Integer(),
  left: Type.Integer(),
  failure: Type.Union([Type.Object({ id: Type.String(), reason: Type.String() }), Type.Null()]),
});

/**
 * What operators do about messages that a service set aside: see them, have them handled when the cause is mended, and
 * drop what nothing will ever come of. A service reads one queue, so it is known who handles them.
 */
export function setAsideRoutes(running: Running): Route[] {
  const [consumer, another] = running.service.consumers ?? [];
  if (another) throw new Error(`${running.service.name} reads two queues: of a message that was set aside nobody knows from which it came`);
  return consumer ? [listRoute(running), replayRoute(running, consumer), dropRoute(running)] : [];
}

const pathOf = ({ service }: Running) => `/api/admin/set-aside/${service.name}`;

const listRoute = (running: Running) =>
  route(
    {
      method: 'get',
      path: pathOf(running),
      summary: 'List the messages that were set aside, the first ones first',
      permission: 'ADMIN',
      answers: { 200: Type.Object({ messages: Type.Array(Message), total: Type.Integer() }) },
      failures: [],
    },
    async (_input, { em }: ReadContext) => ({
      messages: (await readDeadLetters(em, mostAtOnce)).map(({ id, key, reason, failedAt }) => ({
        id,
        key,
        reason,
        setAsideAt: failedAt.toISOString(),
      })),
      total: await countDeadLetters(em),
    }),
  );

const replayRoute = (running: Running, consumer: EventConsumer) =>
  route(
    {
      method: 'post',
      path: `${pathOf(running)}/replay`,
      summary: 'Have messages handled that were set aside: the first 100 in their order, up to one that fails again, or the one named',
      permission: 'ADMIN',
      body: Replay,
      answers: { 200: Replayed },
      failures: ['NotFoundError'],
      events: { none: 'what it states are the effects of the messages' },
      transaction: { none: 'each message is handled in a unit of work of its own' },
    },
    ({ body }) => replay(running, consumer, body.id),
  );

const dropRoute = (running: Running) =>
  route(
    {
      method: 'delete',
      path: `${pathOf(running)}/:messageId`,
      summary: 'Drop a message that was set aside',
      permission: 'ADMIN',
      params: Type.Object({ messageId: Type.String() }),
      answers: { 204: empty },
      failures: ['NotFoundError'],
      events: { none: 'the message has never had an effect' },
    },
    async ({ params: { messageId } }, { em }) => {
      if (!(await deleteDeadLetter(em, messageId))) throw unknown(messageId);
    },
  );

const unknown = (id: string) => new Failure('NotFoundError', `There is no message ${id} that was set aside.`);

/** Stops at the first that fails again: what comes behind it may rest on it. */
async function replay(running: Running, consumer: EventConsumer, id?: string) {
  const messages = await readDeadLetters(running.store.reader(), mostAtOnce, id);
  if (id !== undefined && messages.length === 0) throw unknown(id);
  let replayed = 0;
  for (const message of messages) {
    const reason = await handleAgain(running, consumer, message);
    if (reason !== null) return { replayed, left: await left(running), failure: { id: message.id, reason } };
    replayed += 1;
  }
  return { replayed, left: await left(running), failure: null };
}

const left = ({ store }: Running) => countDeadLetters(store.reader());
const order = { actor: system, ifMatch: null };

/** Null when the message took effect, here or elsewhere at the same moment; else why not, which is noted beside it. */
async function handleAgain(running: Running, consumer: EventConsumer, message: DeadLetter): Promise<string | null> {
  try {
    await runUnitOfWork(running, order, async (context) => {
      if (await deleteDeadLetter(context.em, message.id)) await handleMessage(consumer, message, context);
    });
    return null;
  } catch (error) {
    if (error instanceof Failure && error.name === 'UnavailableError') throw error;
    const reason = error instanceof Error ? error.message : String(error);
    running.log.warn({ err: error, message: message.id, service: running.service.name }, 'a message stays set aside');
    await runUnitOfWork(running, order, ({ em }) => updateDeadLetterReason(em, message.id, reason));
    return reason;
  }
}
