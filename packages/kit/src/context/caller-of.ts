import ipaddr from 'ipaddr.js';

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
