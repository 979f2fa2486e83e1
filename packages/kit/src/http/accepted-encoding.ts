/** Content coding of a response body. */
export type Encoding = 'plain' | 'gzip' | 'br';

/** Returns the first offered encoding that `Accept-Encoding` allows, or `plain`. Callers list the smallest one first. */
export function encodingFor<E extends Encoding>(acceptEncoding: string | undefined, offered: readonly E[]): E | 'plain' {
  const accepted = new Map((acceptEncoding ?? '').toLowerCase().split(',').map(readCoding));
  return offered.find((name) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0) ?? 'plain';
}

function readCoding(text: string): [name: string, quality: number] {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return [name, quality === undefined ? 1 : Number(quality.slice(2))];
}
