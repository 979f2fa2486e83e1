import type { ImportData } from '../../server/ask.ts';

export type ReadImport = { readonly data: ImportData } | { readonly problem: string };

/** Parses an export: a JSON object with features, or a request body with one in `data`. The server validates the rest. */
export function readImport(text: string): ReadImport {
  const parsed = parse(text);
  if (parsed === undefined) return { problem: 'Enter valid JSON.' };
  const data = isObject(parsed) && isObject(parsed['data']) ? parsed['data'] : parsed;
  if (!isObject(data) || !Array.isArray(data['features'])) return { problem: 'This is not an export: it has no list of features.' };
  return { data: data as unknown as ImportData };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
