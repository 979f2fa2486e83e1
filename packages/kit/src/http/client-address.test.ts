import { equal, throws } from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { clientAddressReader } from './client-address.ts';

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: forwarded ? { 'x-forwarded-for': forwarded } : {} }) as unknown as IncomingMessage;

describe('the client address', () => {
  it('is the peer of the connection if no proxy is configured, regardless of the header', () => {
    equal(clientAddressReader([])(from('203.0.113.9', '1.2.3.4')), '203.0.113.9');
  });

  it('comes from the header of a configured proxy', () => {
    equal(clientAddressReader(['10.0.0.0/8'])(from('10.1.2.3', '203.0.113.9')), '203.0.113.9');
  });

  it('is the last address that is not a configured proxy, so that a caller cannot prepend another', () => {
    equal(clientAddressReader(['10.0.0.0/8'])(from('::ffff:10.1.2.3', '1.2.3.4, 203.0.113.9, 10.9.9.9')), '203.0.113.9');
  });

  it('excludes the port, which differs with each connection', () => {
    const read = clientAddressReader(['10.0.0.0/8', 'fd00::/8']);
    equal(read(from('10.1.2.3', '203.0.113.9:50123')), '203.0.113.9');
    equal(read(from('10.1.2.3', '[2001:db8::7]:50123, [fd00::1]:443, 10.9.9.9:80')), '2001:db8::7');
    equal(read(from('10.1.2.3', '[2001:db8::7]')), '2001:db8::7');
    equal(read(from('10.1.2.3', '2001:db8::7')), '2001:db8::7');
  });

  it('is the text that the last proxy sent, even if it is not an address', () => {
    equal(clientAddressReader(['10.0.0.0/8'])(from('10.1.2.3', '203.0.113.9, unknown')), 'unknown');
  });

  it('is the address of the proxy if it sends no header', () => {
    equal(clientAddressReader(['10.0.0.1'])(from('10.0.0.1')), '10.0.0.1');
  });

  it('requires valid proxy addresses', () => {
    throws(() => clientAddressReader(['proxy.example.com']));
  });
});
