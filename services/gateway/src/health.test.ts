import { deepEqual, equal } from 'node:assert/strict';
import { type OpenParts, surface } from '@signalbox/kit';
import { openHealth } from './health.ts';

type Said = Awaited<ReturnType<OpenParts['readinessOf']>>;

const ready: Said = { state: 'ready', reason: null };
const away: Said = { state: 'away', reason: 'does not answer' };

const services = ['identity', 'shop', 'till'];
const surfaces = [surface({ name: 'lobby', isPublic: true }), ...services.map((name) => surface({ name }))];

describe('the health of the product', () => {
  let said: Record<string, Said>;
  beforeEach(() => {
    said = { identity: ready, shop: ready, till: ready };
  });
  const open = () => openHealth({ surfaces, readinessOf: async (service) => said[service] ?? away });

  for (const late of services) {
    it(`is not good before ${late} was ready once, and good from then on`, async () => {
      said[late] = away;
      const health = open();
      deepEqual(await health.alive(), { good: false });
      said[late] = { state: 'degraded', reason: 'the broker is away' };
      deepEqual(await health.alive(), { good: true });
      for (const service of services) said[service] = away;
      deepEqual(await health.alive(), { good: true });
    });

    it(`refuses traffic while ${late} is unavailable, and names the service`, async () => {
      said[late] = away;
      deepEqual(await open().ready(), { good: false, services: said });
    });
  }

  it('accepts traffic while a service is degraded', async () => {
    said['shop'] = { state: 'degraded', reason: 'features may be old' };
    deepEqual(await open().ready(), { good: true, services: said });
  });

  it('is good even if the services were not ready at the same time', async () => {
    const health = open();
    said['till'] = away;
    await health.alive();
    said = { ...said, till: ready, identity: away };
    equal((await health.alive()).good, true);
  });
});
