import { Failure } from '@signalbox/contracts';

/** How an answer is written. */
export type Form = 'json' | 'ndjson';

const ndjson = 'application/x-ndjson';

/** NDJSON for those who ask for it by name. */
export function formFor(accept: string | string[] | undefined): Form {
  return String(accept ?? '')
    .split(',')
    .some((type) => type.split(';')[0]?.trim().toLowerCase() === ndjson)
    ? 'ndjson'
    : 'json';
}

export const contentTypes: Readonly<Record<Form, string>> = {
  json: 'application/json; charset=utf-8',
  ndjson: `${ndjson}; charset=utf-8`,
};

/** One object with a list of features, whose fragments carry their own commas. */
export function* writeJson(head: object, features: Iterable<string>): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"features":[`;
  yield* features;
  yield ']}';
}

/** The head in a line, then each result in one. */
export function* writeLines(head: object, results: Iterable<string>): Generator<string> {
  yield `${JSON.stringify(head)}\n`;
  for (const result of results) yield `${result}\n`;
}

/** Lines are whole whatever happens, so that an error can be said in the last one; other forms are cut off. */
export async function* endingInError(lines: AsyncIterable<string>, id: () => string): AsyncGenerator<string> {
  try {
    yield* lines;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    yield `${JSON.stringify({ error: error.body(id()) })}\n`;
  }
}
