import { deepEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { exchanges } from '@signalbox/contracts';
import { surface } from '@signalbox/kit';
import { eventually, start, type TestApp } from '@signalbox/testing';
import { sampleService } from '../sample-service.fixture.ts';

const queue = { queue: 'sample-usage', kind: 'competing', bindings: [{ exchange: exchanges.usage, pattern: '#' }] } as const;

describe('a consumer of counts', () => {
  let app: TestApp;
  let taken: unknown[];
  beforeEach(async () => {
    taken = [];
    const take = async (bodies: readonly unknown[]) => void taken.push(...bodies);
    const sample = sampleService({ counts: [{ queue: queue.queue, take }] });
    app = await start([{ ...sample, surface: surface({ ...sample.surface, queues: [queue] }) }]);
  });
  afterEach(() => app.close());

  const send = (...bodies: readonly string[]) =>
    app.host.bus.publish(bodies.map((body) => ({ id: randomUUID(), exchange: exchanges.usage, key: 'usage', body })));

  it('loses only messages that cannot be read', async () => {
    await send('[1]', '[2', '[3]');
    await eventually(() => deepEqual(taken, [1, 3]));
  });

  it('waits for the database', async () => {
    const store = app.store('sample');
    const ping = () => store.transaction(async () => undefined);
    let pings = 0;
    store.ping = () => {
      pings += 1;
      return Promise.reject(new Error('the database is down'));
    };
    const sent = send('[1]');
    await eventually(() => pings > 1);
    deepEqual(taken, []);
    store.ping = ping;
    await sent;
    await eventually(() => deepEqual(taken, [1]));
  });
});
