import { deepEqual, rejects, throws } from 'node:assert/strict';
import { type Envelope, featureArchived, featureRevived, userDeleted } from '@signalbox/contracts';
import type { Context } from '../context/context.ts';
import type { EventConsumer } from '../service.ts';
import { eventQueue, reacting } from './reactions.ts';

const envelopeOf = (type: string, content = {}) =>
  ({ type: `signalbox.${type}.v1`, data: { type, featureName: 'checkout', data: null, preData: null, ...content } }) as unknown as Envelope;
const handlerOf =
  ({ handle }: EventConsumer) =>
  (envelope: Envelope) =>
    handle(envelope, {} as Context, { id: '', exchange: '', key: '', body: '' });

describe('reacting', () => {
  it('binds the queue to its events, and to the events that the consumer handles itself', () => {
    deepEqual(
      eventQueue('readers', { userDeleted }, [featureArchived]).bindings.map(({ pattern }) => pattern),
      ['identity.user-deleted', 'toggles.feature-archived'],
    );
  });

  it('requires exactly one reaction per event of the queue', () => {
    const queue = eventQueue('readers', { featureArchived, featureRevived });
    const ignore = async () => undefined;
    // @ts-expect-error a reaction is missing
    reacting(queue, { featureArchived: ignore });
    const surplus = { featureArchived: ignore, featureRevived: ignore, userDeleted: ignore };
    throws(() => reacting(queue, { ...surplus }), /the queue readers does not receive userDeleted/);
  });

  it('handles the named kinds, skips others, and rejects another version of a named kind', async () => {
    const handled: (string | null)[] = [];
    const consumer = reacting(eventQueue('readers', { featureArchived, featureRevived }), {
      featureArchived: async (_context, { featureName }) => void handled.push(featureName),
      featureRevived: async () => void handled.push('back'),
    });
    const handle = handlerOf(consumer);
    await handle(envelopeOf('feature-archived'));
    await handle(envelopeOf('feature-created'));
    await rejects(
      handle({ ...envelopeOf('feature-archived'), type: 'signalbox.feature-archived.v2' }),
      /feature-archived\.v2 is an unknown version/,
    );
    await handle({ ...envelopeOf('feature-created'), type: 'signalbox.feature-created.v2' });
    await handle(envelopeOf('feature-revived'));
    deepEqual([consumer.queue, ...handled], ['readers', 'checkout', 'back']);
  });

  it('rejects an unknown kind of event', async () => {
    const handle = handlerOf(reacting(eventQueue('readers', {}), {}));
    await rejects(handle(envelopeOf('feature-flipped')), /signalbox\.feature-flipped\.v1 is an unknown kind of event/);
  });

  it("rejects content that violates the event's schema, and accepts additional properties", async () => {
    const handled: unknown[] = [];
    const handle = handlerOf(
      reacting(eventQueue('readers', { userDeleted }), { userDeleted: async (_context, { preData }) => void handled.push(preData.id) }),
    );
    const preData = { id: 7, name: null, username: 'ada', email: null, rootRole: 1 };
    await handle(envelopeOf('user-deleted', { preData: { ...preData, shoeSize: 38 } }));
    await rejects(
      handle(envelopeOf('user-deleted', { preData: { ...preData, id: 'seven' } })),
      /violates its schema: preData\/id must be integer/,
    );
    await rejects(handle(envelopeOf('user-deleted')), /user-deleted\.v1 violates its schema: preData /);
    await rejects(handle(envelopeOf('user-deleted', { preData, data: { id: 7 } })), /violates its schema: data must be null/);
    deepEqual(handled, [7]);
  });
});
