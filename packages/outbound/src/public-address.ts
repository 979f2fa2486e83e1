import ipaddr from 'ipaddr.js';

/** What IPv6 gives out as global addresses (RFC 4291, 2.4); ranges within it that are none, `range()` knows. */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address, IPv4 or IPv6, is one of the public internet: none of a loopback, private, link-local, reserved or translated range. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalIpv6);
}

/** Whether an address is in one of the networks (`10.0.0.0/8`). An IPv4 address that is written as IPv6 is that IPv4 address. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.map((network) => ipaddr.parseCIDR(network)).some((range) => range[0].kind() === parsed.kind() && parsed.match(range));
}
