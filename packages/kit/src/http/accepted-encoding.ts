/** Content coding of a response body. */
export type Encoding = 'plain' | 'gzip' | 'br';

const maxKnown = 100;
const known = new Map<string, ReadonlyMap<string, number>>();

/** Returns the first offered encoding that `Accept-Encoding` allows, or `plain`. Callers list the smallest one first. */
export function encodingFor<E extends Encoding>(acceptEncoding: string | undefined, offered: readonly E[]): E | 'plain' {
  const accepted = codingsIn(acceptEncoding ?? '');
  return offered.find((name) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0) ?? 'plain';
}

/** Parses each distinct header once; clients send only a few variants. */
function codingsIn(acceptEncoding: string): ReadonlyMap<string, number> {
  const found = known.get(acceptEncoding);
  if (found) return found;
  const codings = new Map(acceptEncoding.toLowerCase().split(',').map(readCoding));
  if (known.size >= maxKnown) known.clear();
  known.set(acceptEncoding, codings);
  return codings;
}

function readCoding(text: string): [name: string, quality: number] {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return [name, quality === undefined ? 1 : Number(quality.slice(2))];
}
