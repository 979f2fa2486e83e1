/** How the body of an answer may be packed. */
export type Encoding = 'plain' | 'gzip' | 'br';

const maxKnown = 100;
const known = new Map<string, ReadonlyMap<string, number>>();

/** The first of what is offered, the smallest say, that the header `Accept-Encoding` allows; plain where it allows none. */
export function encodingFor<E extends Encoding>(acceptEncoding: string | undefined, offered: readonly E[]): E | 'plain' {
  const accepted = codingsIn(acceptEncoding ?? '');
  return offered.find((name) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0) ?? 'plain';
}

/** Few headers are ever sent, so that each is read once. */
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
