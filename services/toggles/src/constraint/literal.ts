import { isIP } from 'node:net';
import { RE2JS } from 're2js';

const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A finite decimal number. */
export const isNumber = (text: string): boolean => number.test(text) && Number.isFinite(Number(text));

const date = /^(\d{4}-\d\d-\d\d)(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?(?:[Zz]|[+-]\d\d:?\d\d)?)?$/;

/** A date, with a time or without, that the calendar knows: 31 February is none. */
export function isDate(text: string): boolean {
  const day = date.exec(text)?.[1];
  if (day === undefined || Number.isNaN(Date.parse(text))) return false;
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

const digits = '(?:0|[1-9]\\d*)';
const label = `(?:${digits}|\\d*[A-Za-z-][\\dA-Za-z-]*)`;
const build = '[\\dA-Za-z-]+';
const version = new RegExp(`^${digits}\\.${digits}\\.${digits}(?:-${label}(?:\\.${label})*)?(?:\\+${build}(?:\\.${build})*)?$`);

/** A version as semver.org 2.0.0 writes it: three numbers, no leading `v`. */
export const isVersion = (text: string): boolean => version.test(text);

const addressBits: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

/** An IPv4 or IPv6 address, or the network that begins with its first bits: `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const width = address.includes('%') ? undefined : addressBits[isIP(address)];
  if (width === undefined || rest.length > 0) return false;
  return bits === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= width);
}

/** A regular expression of the RE2 flavour: the one that evaluation runs, in linear time. */
export function isPattern(text: string): boolean {
  try {
    RE2JS.compile(text);
    return true;
  } catch {
    return false;
  }
}
