import { randomInt } from 'node:crypto';

const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Groups of letters and digits without look-alikes, for reading out and typing; each letter has almost five random bits. */
export function readableSecret(groups: number, lettersPerGroup: number): string {
  const group = () => Array.from({ length: lettersPerGroup }, () => letters.charAt(randomInt(letters.length))).join('');
  return Array.from({ length: groups }, group).join('-');
}
