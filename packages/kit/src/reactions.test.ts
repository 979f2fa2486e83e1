import { deepEqual } from 'node:assert/strict';
import { type Envelope, featureArchived, featureRevived } from '@signalbox/contracts';
import type { Context } from './context.ts';
import { on, reacting } from './reactions.ts';

const stated = (type: string) => ({ type: `signalbox.${type}.v1`, data: { type, featureName: 'checkout' } }) as unknown as Envelope;

describe('reactions', () => {
  it('are to the kinds that are named, and to no other version or kind', async () => {
    const heard: (string | null)[] = [];
    const { queue, handle } = reacting('readers', [
      on(featureArchived, async (_context, { featureName }) => void heard.push(featureName)),
      on(featureRevived, async () => void heard.push('back')),
    ]);
    const hear = (envelope: Envelope) => handle(envelope, {} as Context, { id: '', exchange: '', key: '', body: '' });
    await hear(stated('feature-archived'));
    await hear(stated('feature-created'));
    await hear({ ...stated('feature-archived'), type: 'signalbox.feature-archived.v2' });
    await hear(stated('feature-revived'));
    deepEqual([queue, ...heard], ['readers', 'checkout', 'back']);
  });
});
