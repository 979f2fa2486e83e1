import { deepEqual } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { effectsOf } from '../runtime/effects.ts';
import { openLog } from '../runtime/log.ts';
import { serviceElsewhere } from './service-elsewhere.ts';

const parts = {
  log: openLog('silent'),
  effects: effectsOf(),
  name: 'gateway',
  secrets: [],
  headersFor: () => ({}),
  traceparent: () => undefined,
  connectTimeoutMs: 60_000,
};

describe('a service in another process', () => {
  it('reports the setting of its address, not the address, if it is down', async () => {
    const server = createServer((_request, response) => response.end('{"services":{}}'));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const peer = serviceElsewhere('change-requests', url, parts);
    const other = await peer.readiness();
    await new Promise((closed) => server.close(closed));
    const away = await peer.readiness();
    await peer.close?.();
    deepEqual(
      [other, away],
      [
        { state: 'away', reason: 'The address in CHANGE_REQUESTS_URL belongs to another service.' },
        { state: 'away', reason: 'The service cannot be reached at the address in CHANGE_REQUESTS_URL.' },
      ],
    );
  });
});
