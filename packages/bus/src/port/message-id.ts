import { createHash } from 'node:crypto';

/** Receivers keep ids in a column of this length. */
const maxLength = 255;

const isUsable = (id: unknown): id is string => typeof id === 'string' && id !== '' && id.length <= maxLength;

/**
 * What a receiver recognises a message by: the id that it came with, else the id inside of its body, else a hash of the
 * body. All messages without an id would otherwise be taken for repetitions of the first.
 */
export function messageIdOf(id: unknown, body: string): string {
  if (isUsable(id)) return id;
  const inner = idInside(body);
  return isUsable(inner) ? inner : createHash('sha256').update(body).digest('hex');
}

function idInside(body: string): unknown {
  try {
    return (JSON.parse(body) as { id?: unknown } | null)?.id;
  } catch {
    return undefined;
  }
}
