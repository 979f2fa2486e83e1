import { deepEqual } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { peersElsewhere } from './peers-elsewhere.ts';

const parts = { id: () => 'id', headersFor: () => ({}), traceparent: () => undefined };

describe('peers in other processes', () => {
  it('report the setting of their address, not the address, if they are down', async () => {
    const server = createServer((_request, response) => response.end('{"services":{}}'));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const peer = peersElsewhere(new Map([['change-requests', url]]), parts).get('change-requests');
    const other = await peer?.readiness();
    await new Promise((closed) => server.close(closed));
    const away = await peer?.readiness();
    await peer?.close();
    deepEqual(
      [other, away],
      [
        { state: 'away', reason: 'The address in CHANGE_REQUESTS_URL belongs to another service.' },
        { state: 'away', reason: 'The service cannot be reached at the address in CHANGE_REQUESTS_URL.' },
      ],
    );
  });
});
