import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Failure } from '@signalbox/contracts';
import type { buildConnector } from 'undici';
import { isInNetworks, isPublicAddress } from './public-address.ts';

/** `fetch` for addresses that administrators or tokens name: nobody makes this process talk to its own network with it. */
export interface GuardedFetch {
  /** Rejects after the deadline, beyond the size, and where the address may not be connected to. Follows no redirect. */
  readonly fetch: (url: string | URL, options?: FetchOptions) => Promise<Response>;
  /** 400 for what may not be fetched at all: no URL, credentials in it, no HTTPS, an address inside the own network. */
  refuse(url: string): void;
  close(): Promise<void>;
}

/** What may be said of a request beside where it goes. */
export type FetchOptions = { readonly [K in 'method' | 'headers' | 'body']?: RequestInit[K] | undefined };

/** What a service holds in memory that fetches from outside. */
export interface OutboundState {
  readonly outbound: GuardedFetch;
}

/** Where a process may connect to beside public addresses over HTTPS. There, HTTP is allowed, too. */
export interface OutboundRules {
  /** Hosts, with the port or without. */
  readonly hosts?: readonly string[];
  /** Networks, as `10.0.0.0/8`. */
  readonly networks?: readonly string[];
  /** The setting that says so, for those who are refused. */
  readonly setting: string;
  /** From the beginning to the end of the answer, in milliseconds. Absent: five seconds. */
  readonly deadlineMs?: number;
  /** In place of the system's: for tests. */
  readonly lookup?: typeof systemLookup;
}

const defaultDeadlineMs = 5000;
const maxBytes = 512 * 1024;

/**
 * Connects to public addresses alone, over HTTPS, but for what the rules allow. The address is checked when it is
 * connected to, so that a name that resolves differently a second time leads nowhere else; redirects are not followed, answers
 * are bounded in size (512 kB) and time.
 */
export function openGuardedFetch(rules: OutboundRules): GuardedFetch {
  const deadlineMs = rules.deadlineMs ?? defaultDeadlineMs;
  let client: ReturnType<typeof openClient> | undefined;
  const refuse = (url: string) => refuseUrl(url, rules);
  const guarded = async (url: string | URL, options: FetchOptions = {}): Promise<Response> => {
    refuse(String(url));
    client ??= openClient(rules, deadlineMs);
    const { fetch, agent } = await client;
    const request = { ...options, redirect: 'manual', dispatcher: agent, signal: AbortSignal.timeout(deadlineMs) };
    const answer: unknown = await fetch(url, request as Parameters<typeof fetch>[1]);
    return answer as Response;
  };
  return { fetch: guarded, refuse, close: async () => (await client)?.agent.destroy() };
}

/** Loaded at the first fetch: most processes fetch nothing from outside. */
async function openClient(rules: OutboundRules, deadlineMs: number) {
  const { Agent, buildConnector, fetch } = await import('undici');
  const agent = new Agent({
    connect: guardedConnector(rules, deadlineMs, buildConnector),
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
    maxResponseSize: maxBytes,
    connections: 8,
  });
  return { fetch, agent };
}

function guardedConnector(rules: OutboundRules, timeout: number, connector: typeof buildConnector): buildConnector.connector {
  const lookup = rules.lookup ?? systemLookup;
  const connectors = {
    'https:': connector({ timeout, lookup: guardedLookup(rules, 'https:', lookup) }),
    'http:': connector({ timeout, lookup: guardedLookup(rules, 'http:', lookup) }),
    named: connector({ timeout, lookup }),
  };
  return (options, callback) => {
    const { hostname, port } = options;
    const protocol = options.protocol === 'http:' ? 'http:' : 'https:';
    const host = stripped(hostname);
    if (isNamed(rules, `${protocol}//${host.includes(':') ? `[${host}]` : host}:${port}`)) return connectors.named(options, callback);
    // Nobody looks up an address, so it is checked here.
    if (isIP(host) && !mayConnect(host, protocol, rules)) return callback(new Error(refusalOf(host, rules)), null);
    return connectors[protocol](options, callback);
  };
}

type Protocol = 'http:' | 'https:';

/** Over HTTPS to public addresses and to the networks of the rules, over HTTP to the latter alone. */
const mayConnect = (address: string, protocol: Protocol, { networks = [] }: OutboundRules): boolean =>
  isInNetworks(address, networks) || (protocol === 'https:' && isPublicAddress(address));

const stripped = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

const refusalOf = (host: string, { setting }: OutboundRules): string =>
  `${host} is not a public address reached over HTTPS; ${setting} can allow it`;

function isNamed({ hosts = [] }: OutboundRules, url: string): boolean {
  const { host, hostname } = new URL(url);
  return hosts.includes(host) || hosts.includes(hostname);
}

function refuseUrl(url: string, rules: OutboundRules): void {
  if (!URL.canParse(url)) throw new Failure('BadDataError', 'The URL is not valid.');
  const { protocol, username, password, hostname, host } = new URL(url);
  if (username || password) throw new Failure('BadDataError', 'The URL must not contain a username or password.');
  if (['http:', 'https:'].includes(protocol) && isNamed(rules, url)) return;
  if (protocol !== 'https:' && !(protocol === 'http:' && rules.networks?.length))
    throw new Failure('BadDataError', `The URL must start with https://, unless the setting ${rules.setting} allows ${host || 'it'}.`);
  const address = stripped(hostname);
  if (isIP(address) && !mayConnect(address, protocol, rules)) throw new Failure('BadDataError', `${refusalOf(address, rules)}.`);
}

/** Every address that the name has must be allowed: which of them is connected to, nobody can foresee. */
const guardedLookup =
  (rules: OutboundRules, protocol: Protocol, lookup: typeof systemLookup): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const wrong = addresses.find(({ address }) => !mayConnect(address, protocol, rules));
      const [first] = addresses;
      if (wrong || !first) return callback(new Error(refusalOf(hostname, rules)), '', 0);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
