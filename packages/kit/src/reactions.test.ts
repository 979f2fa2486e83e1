import { deepEqual, rejects } from 'node:assert/strict';
import { type Envelope, featureArchived, featureRevived } from '@signalbox/contracts';
import type { Context } from './context.ts';
import { on, reacting } from './reactions.ts';

const stated = (type: string) => ({ type: `signalbox.${type}.v1`, data: { type, featureName: 'checkout' } }) as unknown as Envelope;

describe('reactions', () => {
  it('are to the kinds that are named, pass over others, and refuse another version of one', async () => {
    const heard: (string | null)[] = [];
    const { queue, handle } = reacting('readers', [
      on(featureArchived, async (_context, { featureName }) => void heard.push(featureName)),
      on(featureRevived, async () => void heard.push('back')),
    ]);
    const hear = (envelope: Envelope) => handle(envelope, {} as Context, { id: '', exchange: '', key: '', body: '' });
    await hear(stated('feature-archived'));
    await hear(stated('feature-created'));
    await rejects(hear({ ...stated('feature-archived'), type: 'signalbox.feature-archived.v2' }), /feature-archived\.v2 is a version/);
    await hear({ ...stated('feature-created'), type: 'signalbox.feature-created.v2' });
    await hear(stated('feature-revived'));
    deepEqual([queue, ...heard], ['readers', 'checkout', 'back']);
  });
});
