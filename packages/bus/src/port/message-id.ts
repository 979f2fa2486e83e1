import { createHash } from 'node:crypto';

/** Length of the column in which receivers store ids. */
const maxLength = 255;

const isUsable = (id: unknown): id is string => typeof id === 'string' && id !== '' && id.length <= maxLength;

/**
 * Id of a message for recognizing repetitions: its own, or else the id in its body, or else a hash of the body. Without that, all messages
 * without an id would count as repetitions of the first.
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
