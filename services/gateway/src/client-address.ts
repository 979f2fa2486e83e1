import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
const plain = (address: string) => address.replace(/^::ffff:/, '');
const withPort = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/;

/** An address as a proxy names it. Some add the port, which differs with each connection. */
function named(text: string): string {
  const [, ipv6, ipv4] = withPort.exec(text) ?? [];
  return plain(ipv6 ?? ipv4 ?? text);
}

/**
 * Reads the caller's address: the connection's own, or, if that is a configured proxy, the last one in
 * `X-Forwarded-For` that is not a configured proxy.
 */
export function clientAddressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/');
    if (bits === undefined) trusted.addAddress(address, family(address));
    else trusted.addSubnet(address, Number(bits), family(address));
  }
  const isProxy = (address: string) => trusted.check(address, family(address));
  return (request) => {
    let address = plain(request.socket.remoteAddress ?? '');
    const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
    while (isProxy(address)) {
      const next = forwarded.pop()?.trim();
      if (!next) break;
      address = named(next);
    }
    return address;
  };
}

/**
 * Whom limits count as one: an IPv4 address, or the network of 64 bits that whoever has an IPv6 address has all of
 * (RFC 6177). Of those, the first four groups.
 */
export function callerOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const between = Array.from({ length: tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length) }, () => '0');
  const network = [...before, ...between, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
