import { deepEqual, equal, match } from 'node:assert/strict';
import type { TestApp } from '@signalbox/testing';
import { answerWhen, openDeliveryApp } from '../delivery/delivery-app.fixture.ts';
import { openPlaygroundApp, resultOf } from '../playground/playground-app.fixture.ts';

/** A feature as it could be stored before patterns had limits. */
const evil = { contextName: 'userId', operator: 'REGEX', value: `${'(a?){1000}'.repeat(30)}$` };
const harmless = { contextName: 'userId', operator: 'IN', values: ['none'] };

/** Replaces the value of the harmless constraint with the pattern. */
async function storeEvil(app: TestApp, inverted: boolean): Promise<void> {
  await app.store('toggles').transaction(async (em) => {
    const rows = em.getKysely<{ feature_strategy: { constraints: string } }>().updateTable('feature_strategy');
    await rows
      .set({ constraints: JSON.stringify([{ ...evil, inverted }]) })
      .where('constraints', 'like', '%none%')
      .execute();
  });
}

describe('a stored pattern above the limits', () => {
  for (const inverted of [false, true]) {
    it(`keeps ${inverted ? 'an inverted' : 'its'} strategy off immediately, while other strategies decide`, async () => {
      const world = await openDeliveryApp();
      try {
        for (const name of ['evil', 'both']) {
          await world.createFeature(name);
          await world.addStrategy(name, { name: 'default', constraints: [harmless] });
        }
        await storeEvil(world.app, inverted);
        await world.addStrategy('both', { name: 'default' });
        for (const name of ['evil', 'both']) await world.switchOn(name);
        const application = world.application(await world.token({ type: 'frontend' }));
        const ask = () => application.post('/api/frontend', { context: { userId: 'a'.repeat(90_000) } });
        const { body } = await answerWhen(ask, ({ status, body: { toggles = [] } }) => status === 200 && toggles.length > 0);
        deepEqual(
          body.toggles.map(({ name }: { name: string }) => name),
          ['both'],
        );
        equal((await ask()).status, 200);
      } finally {
        await world.close();
      }
    });
  }

  it('is reported by the playground with the reason', async () => {
    const at = await openPlaygroundApp();
    try {
      await at.createFeature('evil');
      await at.addStrategy('evil', { name: 'default', constraints: [harmless] });
      await storeEvil(at.app, false);
      await at.switchOn('evil');
      const answer = await at.ask({ environments: ['development'], context: { appName: 'shop', userId: 'aaa' } });
      const { isEnabled, strategies } = resultOf(answer, 'evil');
      const [{ result, reason }] = strategies.data[0].constraints;
      deepEqual([isEnabled, result], [false, false]);
      match(reason, /^The pattern has 120003 instructions; the maximum is 1500\.$/);
    } finally {
      await at.close();
    }
  });
});
