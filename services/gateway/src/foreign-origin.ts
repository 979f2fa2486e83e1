import type { IncomingMessage } from 'node:http';

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];
const ownSites: readonly unknown[] = ['same-origin', 'none'];

/**
 * The foreign origin whose page caused a change, according to the browser's headers; null if there is none. Other hosts of the same site
 * are foreign origins. Requests without these headers come from clients other than browsers, which pages cannot misuse.
 */
export function foreignOriginOf(
  { method = '', headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  baseUrl: string | null,
): string | null {
  if (safeMethods.includes(method)) return null;
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site === undefined && origin === undefined) return null;
  const isOwn = site === undefined ? isOwnHost(hostOf(origin ?? ''), host, baseUrl) : ownSites.includes(site);
  return isOwn ? null : named(origin ?? '');
}

const isOwnHost = (originHost: string | null, host: string | undefined, baseUrl: string | null): boolean =>
  originHost !== null && (originHost === host?.toLowerCase() || originHost === hostOf(baseUrl ?? ''));

/** Returns null for an invalid URL, such as the `null` of an opaque origin. */
const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null);

const named = (origin: string): string => (URL.canParse(origin) ? new URL(origin).origin : 'another origin');
