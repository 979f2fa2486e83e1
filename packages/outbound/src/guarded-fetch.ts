import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Failure } from '@signalbox/contracts';
import type { buildConnector } from 'undici';
import { isInNetworks, isPublicAddress } from './public-address.ts';

/** `fetch` for addresses that administrators or tokens supply. It blocks requests into the process's own network. */
export interface GuardedFetch {
  /** Rejects after the deadline, above the size limit, and for blocked addresses. Follows no redirect. */
  readonly fetch: (url: string | URL, options?: FetchOptions) => Promise<Response>;
  /** Throws 400 for a URL that is never allowed: invalid, with credentials, without HTTPS, or with an internal address. */
  refuse(url: string): void;
  close(): Promise<void>;
}

/** Options of a request besides its URL. */
export type FetchOptions = { readonly [K in 'method' | 'headers' | 'body']?: RequestInit[K] | undefined };

/** State of a service that fetches from outside. */
export interface OutboundState {
  readonly outbound: GuardedFetch;
}

/** Allowed destinations besides public addresses over HTTPS. They may also use HTTP. */
export interface OutboundRules {
  /** Hosts, with or without a port. */
  readonly hosts?: readonly string[];
  /** Networks, such as `10.0.0.0/8`. */
  readonly networks?: readonly string[];
  /** Name of the setting with these rules, for error messages. */
  readonly setting: string;
  /** Limit from the request to the end of the response, in milliseconds. Absent: five seconds. */
  readonly deadlineMs?: number;
  /** Limit of a response in bytes, as sent and as decompressed. Absent: 512 kB. */
  readonly maxBytes?: number;
  /** The proxy for HTTPS, and the hosts that are reached without it. */
  readonly proxy?: Proxy;
  /** Replaces the system's lookup in tests. */
  readonly lookup?: typeof systemLookup;
}

/** The settings of the proxy. */
export interface Proxy {
  readonly httpsProxy: string | null;
  readonly noProxy: string;
}

const defaultDeadlineMs = 5000;
const maxLookupMs = 1000;
const defaultMaxBytes = 512 * 1024;

/**
 * Connects only to public addresses over HTTPS, and to the destinations in the rules. It checks the address at connection time, so DNS
 * rebinding does not help an attacker. It follows no redirects, and limits size and time of responses. Through a proxy, it requests names
 * that are public here, or unknown; the proxy resolves them again, and must refuse internal addresses itself.
 */
export function openGuardedFetch(rules: OutboundRules): GuardedFetch {
  const { deadlineMs = defaultDeadlineMs, maxBytes = defaultMaxBytes } = rules;
  let client: ReturnType<typeof openClient> | undefined;
  const refuse = (url: string) => refuseUrl(url, rules);
  const guarded = async (url: string | URL, options: FetchOptions = {}): Promise<Response> => {
    refuse(String(url));
    if (rules.proxy?.httpsProxy) await refuseInternalName(new URL(url), rules);
    client ??= openClient(rules, deadlineMs, maxBytes);
    const { fetch, agent } = await client;
    const request = { ...options, redirect: 'manual', dispatcher: agent, signal: AbortSignal.timeout(deadlineMs) };
    const answer: unknown = await fetch(url, request as Parameters<typeof fetch>[1]);
    return limited(answer as Response, maxBytes);
  };
  return { fetch: guarded, refuse, close: async () => (await client)?.agent.destroy() };
}

/** Counts decompressed bytes: a compressed body can expand a thousandfold, and the client limits only the bytes on the wire. */
function limited(answer: Response, maxBytes: number): Response {
  if (!answer.body) return answer;
  let bytes = 0;
  const counted = answer.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw new Error(`the response exceeds the limit of ${maxBytes} bytes`);
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, answer);
}

/** Loaded at the first fetch, because most processes fetch nothing from outside. */
async function openClient(rules: OutboundRules, deadlineMs: number, maxResponseSize: number) {
  const { buildConnector, EnvHttpProxyAgent, fetch } = await import('./undici.ts');
  const agent = new EnvHttpProxyAgent({
    // Without values, it would read the environment. HTTP leads only to allowed networks, so it needs no proxy.
    httpProxy: '',
    httpsProxy: rules.proxy?.httpsProxy ?? '',
    noProxy: rules.proxy?.noProxy ?? '',
    // Used for connections without the proxy.
    connect: guardedConnector(rules, deadlineMs, buildConnector),
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
    maxResponseSize,
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
    // An IP address is not looked up, so it is checked here.
    if (isIP(host) && !mayConnect(host, protocol, rules)) return callback(new Error(refusalOf(host, rules)), null);
    return connectors[protocol](options, callback);
  };
}

type Protocol = 'http:' | 'https:';

/** Allows HTTPS to public addresses and to the networks of the rules, and HTTP only to the latter. */
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

/** Rejects a name that is internal here. A name that only the proxy can resolve is left to the proxy. */
function refuseInternalName(url: URL, rules: OutboundRules): Promise<void> {
  const { hostname, href, protocol } = url;
  if (isIP(stripped(hostname)) || isNamed(rules, href)) return Promise.resolve();
  const lookup = guardedLookup(rules, protocol === 'http:' ? 'http:' : 'https:', rules.lookup ?? systemLookup);
  return new Promise((resolve, reject) => {
    // Where only the proxy can resolve names, a lookup may take many seconds.
    setTimeout(resolve, maxLookupMs).unref();
    lookup(hostname, { all: true }, (error) => (error && error.code === undefined ? reject(error) : resolve()));
  });
}

/** Requires that all addresses of the name are allowed, since any of them may be used. */
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
