/** Names of the objects that others refer to. */
export interface Known {
  readonly environments: ReadonlySet<string>;
  readonly projects: ReadonlySet<string>;
}

/** Characters of names in the API, as in the source. */
const namePattern = /^(?!\.{1,2}$)[A-Za-z0-9\-_.!~*'()]+$/;

/** A reason to skip a name that URLs cannot contain, or undefined. */
export const needsName = (name: string): string | undefined =>
  namePattern.test(name) && name.length <= 100
    ? undefined
    : 'Its name must have at most 100 characters, and only those that URLs can contain. Rename it in the source.';

/** A reason to skip a text that is too short or too long, or undefined. */
export const needsCharacters = (text: string, min: number, max: number): string | undefined =>
  text.trim().length >= min && text.length <= max ? undefined : `It must have ${min} to ${max} characters. Rename it in the source.`;

/** A reason to skip an object whose environment or project is skipped, or undefined. */
export const isOutside = (kind: string, name: string | null, known: ReadonlySet<string>): string | undefined =>
  name === null || name === '*' || known.has(name) ? undefined : `The ${kind} ${name} is not imported.`;
