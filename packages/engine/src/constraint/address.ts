// IPv4 and IPv6 addresses as groups of numbers: four of 8 bits, or eight of 16 bits (RFC 4291, section 2.2).

/** Addresses that share the first `bits` bits with `base`. */
export interface Network {
  readonly base: readonly number[];
  readonly bits: number;
}

/** Parses `address` or `address/bits`. Returns undefined for other texts. A single address is a network of itself. */
export function parseNetwork(text: string): Network | undefined {
  const slash = text.indexOf('/');
  const base = parseAddress(slash < 0 ? text : text.slice(0, slash));
  if (!base) return undefined;
  const width = base.length * bitsPerGroup(base);
  if (slash < 0) return { base, bits: width };
  const bits = parseDecimal(text.slice(slash + 1), width);
  return bits === undefined ? undefined : { base, bits };
}

/** Returns true for an IPv4 or IPv6 address, or a network in CIDR notation: `10.0.0.0/8`. */
export const isNetwork = (text: string): boolean => parseNetwork(text) !== undefined;

/** Returns true if the network contains the address. An IPv4 network contains no IPv6 address, not even a mapped one. */
export function contains(network: Network, address: readonly number[]): boolean {
  if (address.length !== network.base.length) return false;
  const width = bitsPerGroup(address);
  for (let index = 0, left = network.bits; left > 0; index += 1, left -= width) {
    const ignored = Math.max(0, width - left);
    if ((address[index] ?? 0) >> ignored !== (network.base[index] ?? 0) >> ignored) return false;
  }
  return true;
}

/** Parses an address into groups. Returns undefined for other texts. Leading zeros in IPv4 are ambiguous and refused. */
export function parseAddress(text: string): readonly number[] | undefined {
  return text.includes(':') ? parseVersion6(text) : parseVersion4(text);
}

export function bitsPerGroup(groups: readonly number[]): number {
  return groups.length === 4 ? 8 : 16;
}

function parseVersion4(text: string): number[] | undefined {
  const parts = text.split('.');
  return parts.length === 4 ? allOf(parts, (part) => parseDecimal(part, 255)) : undefined;
}

function parseVersion6(text: string): number[] | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const head = parseGroups(halves[0] ?? '', halves.length === 1);
  const tail = halves.length === 2 ? parseGroups(halves[1] ?? '', true) : [];
  if (!head || !tail) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  return [...head, ...Array.from({ length: missing }, () => 0), ...tail];
}

/** Parses groups between colons. The last two of an address may be written as IPv4. */
function parseGroups(text: string, last: boolean): number[] | undefined {
  if (text === '') return [];
  const parts = text.split(':');
  const inner = last && parts.at(-1)?.includes('.') ? parseVersion4(parts.pop() ?? '') : [];
  const groups = allOf(parts, parseHexadecimal);
  if (!inner || !groups) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = inner;
  return inner.length === 0 ? groups : [...groups, a * 256 + b, c * 256 + d];
}

function parseHexadecimal(text: string): number | undefined {
  return /^[0-9A-Fa-f]{1,4}$/.test(text) ? Number.parseInt(text, 16) : undefined;
}

function parseDecimal(text: string, highest: number): number | undefined {
  if (!/^(?:0|[1-9][0-9]{0,2})$/.test(text)) return undefined;
  const value = Number(text);
  return value <= highest ? value : undefined;
}

function allOf(parts: readonly string[], parse: (part: string) => number | undefined): number[] | undefined {
  const values: number[] = [];
  for (const part of parts) {
    const value = parse(part);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}
