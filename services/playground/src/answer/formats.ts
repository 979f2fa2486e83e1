import { Failure } from '@signalbox/contracts';

export type BodyFormat = 'json' | 'ndjson';

const ndjson = 'application/x-ndjson';

/** NDJSON if the client accepts it by name, otherwise JSON. */
export function formatFor(accept: string | string[] | undefined): BodyFormat {
  return String(accept ?? '')
    .split(',')
    .some((type) => type.split(';')[0]?.trim().toLowerCase() === ndjson)
    ? 'ndjson'
    : 'json';
}

export const contentTypes: Readonly<Record<BodyFormat, string>> = {
  json: 'application/json; charset=utf-8',
  ndjson: `${ndjson}; charset=utf-8`,
};

/** Writes an object with a list of features. The fragments include their commas. */
export function* writeJson(head: object, features: Iterable<string>): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"features":[`;
  yield* features;
  yield ']}';
}

/** Writes the head and then each result as a line. */
export function* writeLines(head: object, results: Iterable<string>): Generator<string> {
  yield `${JSON.stringify(head)}\n`;
  for (const result of results) yield `${result}\n`;
}

/** Reports a failure in the last line. Only possible for lines, because they are always complete; other formats are cut off. */
export async function* endingInError(lines: AsyncIterable<string>, id: () => string): AsyncGenerator<string> {
  try {
    yield* lines;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    yield `${JSON.stringify({ error: error.body(id()) })}\n`;
  }
}
