import { randomInt } from 'node:crypto';

const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Groups of letters and digits without look-alikes, to be read out and typed: five random bits, nearly, for each letter. */
export function readableSecret(groups: number, lettersPerGroup: number): string {
  const group = () => Array.from({ length: lettersPerGroup }, () => letters.charAt(randomInt(letters.length))).join('');
  return Array.from({ length: groups }, group).join('-');
}
