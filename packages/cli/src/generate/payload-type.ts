import type { Payload } from '../api/operations.ts';

/** The TypeScript type of the parsed payloads of one variant. A variant may lack a payload in some environments. */
export function payloadType(payloads: readonly (Payload | undefined)[]): string {
  return unionOf(payloads.map((payload) => (payload === undefined ? 'undefined' : typeOf(payload))));
}

function typeOf({ type, value }: Payload): string {
  if (type === 'number') return 'number';
  if (type === 'csv') return 'readonly string[]';
  return type === 'json' ? typeOfJson(value) : 'string';
}

function typeOfJson(text: string): string {
  try {
    return typeOfValue(JSON.parse(text));
  } catch {
    // The server accepts any text.
    return 'unknown';
  }
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'readonly unknown[]' : `readonly (${unionOf(value.map(typeOfValue))})[]`;
  if (typeof value !== 'object') return typeof value;
  const properties = Object.entries(value).map(([name, each]) => `readonly ${JSON.stringify(name)}: ${typeOfValue(each)}`);
  return properties.length === 0 ? 'Readonly<Record<string, unknown>>' : `{ ${properties.join('; ')} }`;
}

const unionOf = (types: readonly string[]): string => [...new Set(types)].sort().join(' | ');
