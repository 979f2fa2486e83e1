import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Failure } from '@signalbox/contracts';
import { Agent, buildConnector, fetch } from 'undici';
import { isPublicAddress } from './public-address.ts';

/** `fetch` for addresses that administrators or tokens name: nobody makes this process talk to its own network with it. */
export interface GuardedFetch {
  /** Rejects after five seconds, beyond 512 kB, and where the address is not public. */
  readonly fetch: (url: string | URL, options?: object) => Promise<Response>;
  /** 400 for what may not be fetched at all: no URL, credentials in it, no HTTPS. */
  refuse(url: string): void;
  close(): Promise<void>;
}

/** What a service holds in memory that fetches from outside. */
export interface OutboundState {
  readonly outbound: GuardedFetch;
}

const deadlineMs = 5000;
const maxBytes = 512 * 1024;

/**
 * Connects to public addresses alone, over HTTPS, but for the hosts in `internal`. The address is checked when it is
 * connected to, so that a name that resolves differently a second time leads nowhere else; redirects are not followed, answers
 * are bounded in size and time.
 */
export function openGuardedFetch(internal: readonly string[]): GuardedFetch {
  const connectors = {
    public: buildConnector({ timeout: deadlineMs, lookup: publicLookup }),
    internal: buildConnector({ timeout: deadlineMs }),
  };
  const agent = new Agent({
    connect(options, callback) {
      const { hostname, port, protocol } = options;
      if (isInternal(internal, `${protocol}//${hostname.includes(':') ? `[${stripped(hostname)}]` : hostname}:${port}`))
        return connectors.internal(options, callback);
      if (isIP(stripped(hostname)) && !isPublicAddress(stripped(hostname))) return callback(new Error(notPublic(hostname)), null);
      return connectors.public(options, callback);
    },
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
    maxResponseSize: maxBytes,
    connections: 8,
  });
  const refuse = (url: string) => refuseUrl(url, internal);
  const guarded = async (url: string | URL, options: object = {}): Promise<Response> => {
    refuse(String(url));
    const answer: unknown = await fetch(url, {
      ...options,
      redirect: 'manual',
      dispatcher: agent,
      signal: AbortSignal.timeout(deadlineMs),
    });
    return answer as Response;
  };
  return { fetch: guarded, refuse, close: () => agent.destroy() };
}

const stripped = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');
const notPublic = (host: string): string => `${host} is no public address; INTERNAL_ISSUERS can allow it`;

function isInternal(internal: readonly string[], url: string): boolean {
  const { host, hostname } = new URL(url);
  return internal.includes(host) || internal.includes(hostname);
}

function refuseUrl(url: string, internal: readonly string[]): void {
  if (!URL.canParse(url)) throw new Failure('BadDataError', `${url} is no URL.`);
  const { protocol, username, password } = new URL(url);
  if (username || password) throw new Failure('BadDataError', 'A URL of an identity provider holds no user name or password.');
  if (protocol === 'https:' || (protocol === 'http:' && isInternal(internal, url))) return;
  throw new Failure('BadDataError', `${url} must begin with https://, unless the setting INTERNAL_ISSUERS names its host.`);
}

/** Every address that the name has must be public: which of them is connected to, nobody can foresee. */
const publicLookup: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const wrong = addresses.find(({ address }) => !isPublicAddress(address));
    const [first] = addresses;
    if (wrong || !first) return callback(new Error(notPublic(hostname)), '', 0);
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
