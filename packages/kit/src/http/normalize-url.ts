import { Failure } from '@signalbox/contracts';

/** Repeated slashes in the path count as one. Throws for a fragment, which no client sends, and of which readers think differently. */
export function normalizeUrl(url: string): string {
  if (url.includes('#')) throw new Failure('BadRequestError', 'The URL must not contain #. Use %23 instead.');
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') + (query < 0 ? '' : url.slice(query)) : url;
}

/** The one spelling that stands for all spellings of a path: in small letters, decoded, without doubled slashes or one at its end. */
export function plainPath(path: string): string {
  return decoded(path)
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // Nobody answers a path that cannot be decoded.
  }
}
