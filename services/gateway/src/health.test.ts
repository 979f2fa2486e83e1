import { deepEqual, equal } from 'node:assert/strict';
import { type OpenParts, surface } from '@signalbox/kit';
import { openHealth } from './health.ts';

type Readiness = Awaited<ReturnType<OpenParts['readinessOf']>>;

const ready: Readiness = { state: 'ready', reason: null };
const away: Readiness = { state: 'away', reason: 'does not answer' };

const services = ['identity', 'shop', 'till'];
const surfaces = [surface({ name: 'lobby', isPublic: true }), ...services.map((name) => surface({ name }))];

describe('the health of the product', () => {
  let readiness: Record<string, Readiness>;
  beforeEach(() => {
    readiness = { identity: ready, shop: ready, till: ready };
  });
  const open = () => openHealth({ surfaces, readinessOf: async (service) => readiness[service] ?? away });

  for (const late of services) {
    it(`is not good until ${late} has been ready, and stays good`, async () => {
      readiness[late] = away;
      const health = open();
      deepEqual(await health.alive(), { good: false });
      readiness[late] = { state: 'degraded', reason: 'the broker is away' };
      deepEqual(await health.alive(), { good: true });
      for (const service of services) readiness[service] = away;
      deepEqual(await health.alive(), { good: true });
    });

    it(`refuses traffic while ${late} is unavailable, and names the service`, async () => {
      readiness[late] = away;
      deepEqual(await open().ready(), { good: false, services: readiness });
    });
  }

  it('accepts traffic while a service is degraded', async () => {
    readiness['shop'] = { state: 'degraded', reason: 'features may be old' };
    deepEqual(await open().ready(), { good: true, services: readiness });
  });

  it('is good even if the services were not ready at the same time', async () => {
    const health = open();
    readiness['till'] = away;
    await health.alive();
    readiness = { ...readiness, till: ready, identity: away };
    equal((await health.alive()).good, true);
  });
});
