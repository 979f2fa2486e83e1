import { deepEqual, rejects } from 'node:assert/strict';
import { type Envelope, featureArchived, featureRevived, userDeleted } from '@signalbox/contracts';
import type { Context } from '../context/context.ts';
import type { EventConsumer } from '../service.ts';
import { eventQueue, reacting } from './reactions.ts';

const stated = (type: string, content = {}) =>
  ({ type: `signalbox.${type}.v1`, data: { type, featureName: 'checkout', data: null, preData: null, ...content } }) as unknown as Envelope;
const hearing =
  ({ handle }: EventConsumer) =>
  (envelope: Envelope) =>
    handle(envelope, {} as Context, { id: '', exchange: '', key: '', body: '' });

describe('reactions', () => {
  it('bind their queue to the events that they are to, and to those that the consumer handles itself', () => {
    deepEqual(
      eventQueue('readers', { userDeleted }, [featureArchived]).bindings.map(({ pattern }) => pattern),
      ['identity.user-deleted', 'toggles.feature-archived'],
    );
  });

  it('are to every event of the queue, and to no other', () => {
    const queue = eventQueue('readers', { featureArchived, featureRevived });
    const ignore = async () => undefined;
    // @ts-expect-error one is missing
    reacting(queue, { featureArchived: ignore });
    // @ts-expect-error one is surplus
    reacting(queue, { featureArchived: ignore, featureRevived: ignore, userDeleted: ignore });
  });

  it('are to the kinds that are named, pass over others, and refuse another version of one', async () => {
    const heard: (string | null)[] = [];
    const consumer = reacting(eventQueue('readers', { featureArchived, featureRevived }), {
      featureArchived: async (_context, { featureName }) => void heard.push(featureName),
      featureRevived: async () => void heard.push('back'),
    });
    const hear = hearing(consumer);
    await hear(stated('feature-archived'));
    await hear(stated('feature-created'));
    await rejects(hear({ ...stated('feature-archived'), type: 'signalbox.feature-archived.v2' }), /feature-archived\.v2 is a version/);
    await hear({ ...stated('feature-created'), type: 'signalbox.feature-created.v2' });
    await hear(stated('feature-revived'));
    deepEqual([consumer.queue, ...heard], ['readers', 'checkout', 'back']);
  });

  it('refuse a kind that the product does not know', async () => {
    const hear = hearing(reacting(eventQueue('readers', {}), {}));
    await rejects(hear(stated('feature-flipped')), /signalbox\.feature-flipped\.v1 is a kind of event that is not known here/);
  });

  it('refuse content that is not what the definition promises, and take what it gains', async () => {
    const heard: unknown[] = [];
    const hear = hearing(
      reacting(eventQueue('readers', { userDeleted }), { userDeleted: async (_context, { preData }) => void heard.push(preData.id) }),
    );
    const preData = { id: 7, name: null, username: 'ada', email: null, rootRole: 1 };
    await hear(stated('user-deleted', { preData: { ...preData, shoeSize: 38 } }));
    await rejects(hear(stated('user-deleted', { preData: { ...preData, id: 'seven' } })), /schema says: preData\/id must be integer/);
    await rejects(hear(stated('user-deleted')), /user-deleted\.v1 is not what its schema says: preData /);
    await rejects(hear(stated('user-deleted', { preData, data: { id: 7 } })), /schema says: data must be null/);
    deepEqual(heard, [7]);
  });
});
