import { randomInt } from 'node:crypto';
import { hashSecret } from '@signalbox/contracts';

/** Consonants without those that people confuse; no word can appear (RFC 8628 §6.1). Eight of them have 34 bits. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 8;

/** Returns a new code, such as `BCDF-GHJK`. */
export function newUserCode(): string {
  return grouped(Array.from({ length }, () => letters[randomInt(letters.length)]).join(''));
}

/** Returns the code as it is shown, whatever case, blanks and dashes a person has typed; null if it cannot be a code. */
export function readUserCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[^A-Z]/g, '');
  return code.length === length ? grouped(code) : null;
}

/** Hash of a code as it is shown. */
export const userCodeHash = (code: string): string => hashSecret(`user code ${code}`);

const grouped = (code: string): string => `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;
