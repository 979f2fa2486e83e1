import ipaddr from 'ipaddr.js';

/** Whether an address, IPv4 or IPv6, is one of the public internet: none of a loopback, private, link-local, reserved or translated range. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  return ipaddr.process(address).range() === 'unicast';
}
