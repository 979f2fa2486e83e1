import { deepEqual, equal } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openApi } from './api.ts';

describe('the API client of a migration', () => {
  it('repeats a creation under the same key when its response is lost', async () => {
    const keys: (string | string[] | undefined)[] = [];
    const server = createServer((request, response) => {
      keys.push(request.headers['idempotency-key']);
      if (keys.length === 1) request.socket.destroy();
      else response.end('created');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const api = openApi(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'token');
    equal(await api.create('/api/admin/addons', {}), 'created');
    deepEqual([keys.length, typeof keys[0], keys[1]], [2, 'string', keys[0]]);
    await api.post('/api/admin/others', {});
    equal(keys[2], undefined);
    server.close();
  });
});
