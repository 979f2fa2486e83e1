import { equal } from 'node:assert/strict';
import { findFreePort } from './free-port.ts';

describe('free ports', () => {
  it('are found once each, though nobody listens on them yet', async () => {
    // Of 12,768 ports, 400 that were drawn without a look at the others would meet six times.
    const ports = await Promise.all(Array.from({ length: 400 }, findFreePort));
    equal(new Set(ports).size, ports.length);
  });
});
