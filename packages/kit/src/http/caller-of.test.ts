import { equal } from 'node:assert/strict';
import { callerOf } from './client-address.ts';

describe('callerOf', () => {
  const callers = {
    '203.0.113.9': '203.0.113.9',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
    '2001:0DB8:0001:0002::1': '2001:db8:1:2::/64',
    '2001:db8::1': '2001:db8:0:0::/64',
    '::1': '0:0:0:0::/64',
    '2001:db8:1:2:3::': '2001:db8:1:2::/64',
    'fe80::1%eth0': 'fe80:0:0:0::/64',
    unknown: 'unknown',
  };
  for (const [address, caller] of Object.entries(callers)) {
    it(`maps ${address} to ${caller}`, () => equal(callerOf(address), caller));
  }
});
