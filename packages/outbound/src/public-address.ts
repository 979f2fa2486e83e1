import ipaddr from 'ipaddr.js';

/** Global unicast addresses of IPv6 (RFC 4291, 2.4). `range()` recognizes the exceptions within. */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Returns true for an address, IPv4 or IPv6, of the public internet: not loopback, private, link-local, reserved or translated. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalIpv6);
}

/** Returns true if an address is in one of the networks (`10.0.0.0/8`). An IPv4-mapped IPv6 address counts as its IPv4 address. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.map((network) => ipaddr.parseCIDR(network)).some((range) => range[0].kind() === parsed.kind() && parsed.match(range));
}
