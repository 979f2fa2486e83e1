import { yieldToOthers } from '@signalbox/kit';

/** Length in bytes from which other work may run between the steps. A megabyte takes about 10 ms. */
const largeBytes = 250_000;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses the JSON of a body. No bytes are an empty object, a common mistake of clients. Rejects with the errors of Express's readers if the
 * bytes are not UTF-8 or not JSON, or if it is nested too deeply.
 */
export async function parseJson(bytes: Uint8Array): Promise<unknown> {
  if (bytes.length === 0) return {};
  const rest = bytes.length < largeBytes ? undefined : yieldToOthers;
  await rest?.();
  const text = textIn(bytes);
  await rest?.();
  refuseDeep(bytes);
  await rest?.();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw Object.assign(error as Error, { status: 400, type: 'entity.parse.failed' });
  }
}

function textIn(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw Object.assign(new Error('The body is not valid UTF-8.'), { status: 400 });
  }
}

/** Deeper than any schema of the API. Deep nesting costs time and memory out of proportion to the length. */
const maxDepth = 50;
const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [...Buffer.from('"\\{}[]')];

/** Inspects only the bytes. Throws like Express's readers. */
function refuseDeep(bytes: Uint8Array): void {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (isText) {
      if (byte === backslash) index += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      if (depth > maxDepth) throw Object.assign(new Error(`The body is nested more than ${maxDepth} levels deep.`), { status: 400 });
    } else if (byte === closeBrace || byte === closeBracket) depth -= 1;
  }
}
