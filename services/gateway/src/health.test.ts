import { deepEqual, equal } from 'node:assert/strict';
import type { OpenParts } from '@signalbox/kit';
import { openHealth } from './health.ts';
import { type ServiceName, services } from './routing.ts';

type Said = Awaited<ReturnType<OpenParts['readinessOf']>>;

const ready: Said = { state: 'ready', reason: null };
const away: Said = { state: 'away', reason: 'does not answer' };

describe('health', () => {
  let said: Record<ServiceName, Said>;
  beforeEach(() => {
    said = { identity: ready, toggles: ready, delivery: ready, playground: ready, audit: ready };
  });
  const open = () => openHealth({ readinessOf: async (service) => said[service as ServiceName] });

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

    it(`does not ask for traffic while ${late} is away, and says which one it is`, async () => {
      said[late] = away;
      deepEqual(await open().ready(), { good: false, services: said });
    });
  }

  it('asks for traffic while a service works on what it has', async () => {
    said.delivery = { state: 'degraded', reason: 'features may be old' };
    deepEqual(await open().ready(), { good: true, services: said });
  });

  it('is good although not all were ready at the same time', async () => {
    const health = open();
    said.audit = away;
    await health.alive();
    said = { ...said, audit: ready, identity: away };
    equal((await health.alive()).good, true);
  });
});
