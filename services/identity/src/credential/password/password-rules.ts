import { Failure, type FailureDetail } from '@signalbox/contracts';

const minCharacters = 10;
const maxCharacters = 128;
const passphraseCharacters = 20;
const kinds: readonly (readonly [what: string, has: RegExp])[] = [
  ['a lower-case letter', /\p{Ll}/u],
  ['an upper-case letter', /\p{Lu}/u],
  ['a number', /\p{N}/u],
  ['a special character', /[^\p{L}\p{N}]/u],
];

/**
 * Weaknesses of a password by the rules that the reference system takes from OWASP: ten to 128 characters of all four kinds, or a
 * passphrase of at least twenty; never the same character three times in a row.
 */
export function weaknessesOf(password: string): string[] {
  const lacks = password.length < minCharacters ? [`fewer than ${minCharacters} characters`] : [];
  const exceeds = password.length > maxCharacters ? [`more than ${maxCharacters} characters`] : [];
  const missing =
    password.length < passphraseCharacters ? kinds.filter(([, has]) => !has.test(password)).map(([what]) => `without ${what}`) : [];
  return [...lacks, ...exceeds, ...missing, ...(/(.)\1\1/su.test(password) ? ['the same character three times in a row'] : [])];
}

/** Throws 400 for an empty password, and for a weak one with all its weaknesses. */
export function refuseWeakPassword(password: string): void {
  if (password === '') throw new Failure('PasswordUndefinedError', 'password is required and must not be empty.');
  const validationErrors = weaknessesOf(password).map((weakness) => `The password is too weak: ${weakness}.`);
  const [message] = validationErrors;
  if (message === undefined) return;
  const detail: FailureDetail = { message, validationErrors, path: 'password' };
  throw new Failure('OwaspValidationError', message, { details: [detail] });
}
