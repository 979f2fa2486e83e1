import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** Strips the IPv6 prefix from an IPv4 address, which a dual-stack socket adds. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '');
const withPort = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/;

/** An address from a proxy's header, without the port that some proxies add and that differs with each connection. */
function named(text: string): string {
  const [, ipv6, ipv4] = withPort.exec(text) ?? [];
  return ipv6 ?? ipv4 ?? text;
}

/**
 * Returns a function that reads the caller's address: the peer of the connection, or, if that is a configured proxy, the last entry of
 * `X-Forwarded-For` that is not a configured proxy.
 */
export function clientAddressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusted = trustedProxies.map((proxy) =>
    ipaddr.isValidCIDR(proxy) ? ipaddr.parseCIDR(proxy) : ipaddr.parseCIDR(`${proxy}/${ipaddr.parse(proxy).kind() === 'ipv6' ? 128 : 32}`),
  );
  const isProxy = (address: string) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return trusted.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
  };
  return (request) => {
    let address = plain(request.socket.remoteAddress ?? '');
    const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
    while (isProxy(address)) {
      const next = forwarded.pop()?.trim();
      if (!next) break;
      address = plain(named(next));
    }
    return address;
  };
}

/**
 * Caller that limits count by: an IPv4 address, or the /64 network of an IPv6 address, since one subscriber controls all of it (RFC 6177).
 */
export function callerOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : address;
}
