/** How the body of an answer may be packed. */
export type Encoding = 'plain' | 'gzip' | 'br';

const maxKnown = 100;
const known = new Map<string, Encoding>();

/** The smallest encoding that the header `Accept-Encoding` allows. Few are ever sent, so that each is read once. */
export function encodingFor(acceptEncoding = ''): Encoding {
  const found = known.get(acceptEncoding);
  if (found) return found;
  const encoding = readEncoding(acceptEncoding);
  if (known.size >= maxKnown) known.clear();
  known.set(acceptEncoding, encoding);
  return encoding;
}

function readEncoding(acceptEncoding: string): Encoding {
  const accepted = new Map(acceptEncoding.toLowerCase().split(',').map(readCoding));
  const takes = (name: string) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0;
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'plain';
}

function readCoding(text: string): [name: string, quality: number] {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return [name, quality === undefined ? 1 : Number(quality.slice(2))];
}
