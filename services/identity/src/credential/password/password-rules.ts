const minCharacters = 10;
const passphraseCharacters = 20;
const kinds: readonly (readonly [what: string, has: RegExp])[] = [
  ['a lower-case letter', /\p{Ll}/u],
  ['an upper-case letter', /\p{Lu}/u],
  ['a number', /\p{N}/u],
  ['a special character', /[^\p{L}\p{N}]/u],
];

/**
 * What a password lacks, by the rules that the reference system takes from OWASP: ten characters of all four kinds, or a passphrase of
 * twenty; never three times the same character in a row.
 */
export function weaknessesOf(password: string): string[] {
  const lacks = password.length < minCharacters ? [`fewer than ${minCharacters} characters`] : [];
  const missing =
    password.length < passphraseCharacters ? kinds.filter(([, has]) => !has.test(password)).map(([what]) => `without ${what}`) : [];
  return [...lacks, ...missing, ...(/(.)\1\1/su.test(password) ? ['three times the same character in a row'] : [])];
}
