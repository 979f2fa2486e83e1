import ipaddr from 'ipaddr.js';

/**
 * Whom limits count as one: an IPv4 address, or the network of 64 bits that whoever has an IPv6 address has all of
 * (RFC 6177). Of those, the first four groups.
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
