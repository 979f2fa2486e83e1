/** The value of an evaluation, as JSON. `isReference` is true for values that Vue wraps: they have only `value`. */
export interface Constant {
  readonly value: unknown;
  readonly isReference?: true;
}

/** Constants of one file. Each has an identifier that occurs nowhere else, until the file is finished. */
export interface Constants {
  /** The identifier of a constant. */
  add(constant: Constant): string;
  find(identifier: string): Constant | undefined;
}

/** Opens the constants of a file. */
export function openConstants(text: string): Constants {
  let prefix = '$constant';
  while (text.includes(prefix)) prefix += '$';
  const all = new Map<string, Constant>();
  return {
    add(constant) {
      const name = `${prefix}${all.size}`;
      all.set(name, constant);
      return name;
    },
    find: (identifier) => all.get(identifier),
  };
}

/** True for values without identity. */
export const isPrimitive = ({ value }: Constant): boolean => typeof value !== 'object' || value === null;

/** The literal of a value. Texts of users cannot end it. */
export function literalOf(value: unknown, quote: '"' | "'"): string {
  if (value === undefined) return 'undefined';
  if (typeof value === 'string') return quoted(value, quote);
  if (Array.isArray(value)) return `[${value.map((each) => literalOf(each, quote)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  return members.length === 0 ? '{}' : `{ ${members.map(([key, each]) => `${keyOf(key, quote)}: ${literalOf(each, quote)}`).join(', ')} }`;
}

/** In a literal, `__proto__` would set the prototype. */
function keyOf(key: string, quote: '"' | "'"): string {
  if (key === '__proto__') return `[${quoted(key, quote)}]`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key, quote);
}

function quoted(text: string, quote: '"' | "'"): string {
  const literal = JSON.stringify(text).replaceAll(/[\u2028\u2029]/g, (each) => `\\u${each.charCodeAt(0).toString(16)}`);
  return quote === '"' ? literal : `'${literal.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
