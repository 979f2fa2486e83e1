import type { IncomingMessage } from 'node:http';

const looks = ['GET', 'HEAD', 'OPTIONS'];
const ownSites: readonly unknown[] = ['same-origin', 'none'];

/**
 * The page of another origin that has caused a change, by what browsers say of it; null where none has. A neighbour of the same
 * site is another origin. Clients that are no browsers say nothing, and are not led astray by pages.
 */
export function foreignOriginOf(
  { method = '', headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  baseUrl: string | null,
): string | null {
  if (looks.includes(method)) return null;
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site === undefined && origin === undefined) return null;
  const isOwn = site === undefined ? isOwnHost(hostOf(origin ?? ''), host, baseUrl) : ownSites.includes(site);
  return isOwn ? null : named(origin ?? '');
}

const isOwnHost = (asked: string | null, host: string | undefined, baseUrl: string | null): boolean =>
  asked !== null && (asked === host?.toLowerCase() || asked === hostOf(baseUrl ?? ''));

/** Null for what is no address, as the `null` of a page without an origin. */
const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null);

const named = (origin: string): string => (URL.canParse(origin) ? new URL(origin).origin : 'another origin');
