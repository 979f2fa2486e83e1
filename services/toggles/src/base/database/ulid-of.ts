/** The letters of Crockford's base 32, which has no I, L, O or U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The ULID with the bits of a UUID. Those of UUIDs of version 7 sort by time, because both formats start with the milliseconds. */
export function ulidOf(uuid: string): string {
  const bits = BigInt(`0x${uuid.replaceAll('-', '')}`);
  return Array.from({ length: 26 }, (_, index) => alphabet[Number((bits >> BigInt(5 * (25 - index))) & 31n)]).join('');
}
