import { parse, setting, surface } from '@signalbox/kit';
import ipaddr from 'ipaddr.js';

const isAddressOrRange = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) ||
  ipaddr.IPv4.isValidCIDRFourPartDecimal(text) ||
  ipaddr.IPv6.isValid(text) ||
  ipaddr.IPv6.isValidCIDR(text);

function addressesOrRanges(value: string): string[] {
  const named = parse.list(value);
  const wrong = named.find((proxy) => !isAddressOrRange(proxy));
  if (wrong !== undefined) throw new Error(`must be addresses or ranges like 10.0.0.0/8, separated by commas; ${wrong} is none`);
  return named;
}

export const trustedProxies = setting(
  'TRUSTED_PROXIES',
  '',
  addressesOrRanges,
  'Addresses or CIDR ranges of proxies whose X-Forwarded-For is believed.',
);

/** What others know of the gateway. */
export const gatewaySurface = surface({ name: 'gateway', isPublic: true, settings: [trustedProxies] });
