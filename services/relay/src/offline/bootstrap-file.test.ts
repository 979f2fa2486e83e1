import { deepEqual, equal } from 'node:assert/strict';
import { BootstrapFile } from './bootstrap-file.ts';

describe('a bootstrap file', () => {
  it('offers no stream, like an upstream that is polled', async () => {
    const { status, body } = await new BootstrapFile('features.json').stream();
    equal(status, 404);
    deepEqual(await body.toArray(), []);
  });
});
