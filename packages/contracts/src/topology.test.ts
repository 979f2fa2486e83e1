import { deepEqual, ok } from 'node:assert/strict';
import { eventDefinitions } from './events/index.ts';
import { durableQueues, exchanges } from './topology.ts';

describe('topology', () => {
  const patterns = Object.values(durableQueues)
    .flatMap(({ bindings }) => [...bindings])
    .filter(({ exchange }) => exchange === exchanges.events)
    .map(({ pattern }) => pattern);
  const keys = new Set([...eventDefinitions.values()].map(({ service, type }) => `${service}.${type}`));

  it('binds queues of facts to everything or to an event that somebody states', () => {
    ok(patterns.length > 5);
    deepEqual(
      patterns.filter((pattern) => pattern !== '#' && !keys.has(pattern)),
      [],
    );
  });
});
