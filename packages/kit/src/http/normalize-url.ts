import { Failure } from '@signalbox/contracts';

/** Merges repeated slashes in the path. Throws for a fragment: clients never send one, and parsers treat it differently. */
export function normalizeUrl(url: string): string {
  if (url.includes('#')) throw new Failure('BadRequestError', 'The URL must not contain #. Use %23 instead.');
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') + (query < 0 ? '' : url.slice(query)) : url;
}

/** Canonical spelling of a path: lower-case, decoded, without repeated or trailing slashes. */
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
    return path; // No route matches a path that cannot be decoded.
  }
}
