import { Failure } from '@signalbox/contracts';
import type { ClaimRules } from '../../tables/workload.ts';

/** Limits on one claim: its values, and the characters of its name and of each value. */
export const claimValues = 50;
export const claimCharacters = 255;

const max = { claims: 20, valueCharacters: 1000 } as const;

const checkedAnyway = ['iss', 'aud', 'exp', 'nbf', 'iat', 'jti'];

/**
 * Throws 400 for rules that match every workload. Anyone with an account gets tokens from a public issuer, so at least one claim is
 * required, and no pattern may match every value.
 */
export function refuseLooseRules(rules: ClaimRules): void {
  const names = Object.keys(rules);
  if (names.length === 0)
    throw wrong('claims', 'claims must have at least one claim that identifies your workloads, such as repository or project_path.');
  if (names.length > max.claims) throw wrong('claims', `claims can have at most ${max.claims} claims.`);
  for (const name of names) refuseLoose(name, rules[name] ?? []);
}

function refuseLoose(name: string, values: readonly string[]): void {
  const path = `claims/${name.slice(0, claimCharacters).replaceAll('/', '~1')}`;
  if (name === '' || name.length > claimCharacters || name === '__proto__')
    throw wrong('claims', `A claim name must have 1 to ${claimCharacters} characters.`);
  if (checkedAnyway.includes(name)) throw wrong(path, `${name} is always checked. Omit it.`);
  if (values.length === 0) throw wrong(path, `${name} must have 1 to ${claimValues} values.`);
  if (values.some((value) => /^[*/:]*$/.test(value)))
    throw wrong(path, `A value of ${name} matches every workload. Use a more specific value.`);
}

const wrong = (path: string, message: string): Failure => new Failure('BadDataError', message, { path });

/** The token's values of the claims in the rules, or the first claim that matches no pattern. */
export type Outcome = { readonly matched: Readonly<Record<string, string>> } | { readonly mismatched: string };

export function matchRules(rules: ClaimRules, claims: Readonly<Record<string, unknown>>): Outcome {
  const matched: Record<string, string> = {};
  for (const [name, patterns] of Object.entries(rules)) {
    const value = textOf(Object.hasOwn(claims, name) ? claims[name] : undefined);
    if (value === null || !patterns.some((pattern) => matches(pattern, value))) return { mismatched: name };
    matched[name] = value;
  }
  return { matched };
}

/** Booleans and numbers are compared as text. Objects and lists match nothing. */
function textOf(value: unknown): string | null {
  const text = typeof value === 'boolean' || typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.length <= max.valueCharacters ? text : null;
}

/**
 * Returns whether the pattern matches the whole text: `*` matches any characters except `/` and `:`, `**` matches any. Takes O(pattern ×
 * text) steps for any pattern.
 */
export function matches(pattern: string, text: string): boolean {
  const characters = text.split('');
  let reached: boolean[] = [true, ...characters.map(() => false)];
  for (const [part] of pattern.matchAll(/\*{2,}|[^]/g)) reached = step(part, characters, reached);
  return reached[characters.length] ?? false;
}

/** Prefixes of the text that match when one more part of the pattern is added. */
function step(part: string, characters: readonly string[], before: readonly boolean[]): boolean[] {
  const after: boolean[] = [part.startsWith('*') && (before[0] ?? false)];
  for (const [index, character] of characters.entries()) {
    if (part.startsWith('*')) {
      const goesOn = part.length > 1 || !/[/:]/.test(character);
      after.push((before[index + 1] ?? false) || (goesOn && (after[index] ?? false)));
    } else after.push(part === character && (before[index] ?? false));
  }
  return after;
}
