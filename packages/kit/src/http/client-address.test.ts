import { equal, throws } from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { clientAddressReader } from './client-address.ts';

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: forwarded ? { 'x-forwarded-for': forwarded } : {} }) as unknown as IncomingMessage;

describe('client address', () => {
  it('is the connection’s own where no proxy is configured, whatever the header says', () => {
    equal(clientAddressReader([])(from('203.0.113.9', '1.2.3.4')), '203.0.113.9');
  });

  it('is what a configured proxy says', () => {
    equal(clientAddressReader(['10.0.0.0/8'])(from('10.1.2.3', '203.0.113.9')), '203.0.113.9');
  });

  it('is the last address that no configured proxy has, so that a caller cannot prepend another', () => {
    equal(clientAddressReader(['10.0.0.0/8'])(from('::ffff:10.1.2.3', '1.2.3.4, 203.0.113.9, 10.9.9.9')), '203.0.113.9');
  });

  it('has no port, which would make each connection somebody else', () => {
    const read = clientAddressReader(['10.0.0.0/8', 'fd00::/8']);
    equal(read(from('10.1.2.3', '203.0.113.9:50123')), '203.0.113.9');
    equal(read(from('10.1.2.3', '[2001:db8::7]:50123, [fd00::1]:443, 10.9.9.9:80')), '2001:db8::7');
    equal(read(from('10.1.2.3', '[2001:db8::7]')), '2001:db8::7');
    equal(read(from('10.1.2.3', '2001:db8::7')), '2001:db8::7');
  });

  it('is whatever the last proxy says, if that is no address', () => {
    equal(clientAddressReader(['10.0.0.0/8'])(from('10.1.2.3', '203.0.113.9, unknown')), 'unknown');
  });

  it('is the proxy’s own when it names nobody', () => {
    equal(clientAddressReader(['10.0.0.1'])(from('10.0.0.1')), '10.0.0.1');
  });

  it('refuses a proxy that is no address', () => {
    throws(() => clientAddressReader(['proxy.example.com']));
  });
});
