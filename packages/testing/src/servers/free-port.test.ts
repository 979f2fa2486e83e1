import { equal } from 'node:assert/strict';
import { findFreePort } from './free-port.ts';

describe('findFreePort', () => {
  it('returns each port once, even if nothing listens on it yet', async () => {
    // Of 12,768 ports, 400 independent random ones would collide six times.
    const ports = await Promise.all(Array.from({ length: 400 }, findFreePort));
    equal(new Set(ports).size, ports.length);
  });
});
