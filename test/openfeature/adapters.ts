import type { Interceptor } from '@connectrpc/connect';
import { FlagdProvider } from '@openfeature/flagd-provider';
import { FlagdWebProvider } from '@openfeature/flagd-web-provider';
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import type { Provider as WebProvider } from '@openfeature/web-sdk';
import { EventSource } from 'undici';
import type { BackendAddress } from './backend.ts';
import type { Capability } from './capabilities.ts';
import { inBrowser, onServer, type Sdk } from './sdk.ts';

/** A requirement that a provider is known to miss. */
export interface Deviation {
  /** Absent for a mandatory scenario. */
  readonly capability?: Capability;
  readonly summary: string;
  /** Beginnings of the names of the scenarios that fail; the row of an outline ends in its flag. */
  readonly scenarios: readonly string[];
}

/** A published provider in one configuration. */
export interface Adapter {
  readonly id: string;
  readonly package: string;
  readonly sdk: '@openfeature/server-sdk' | '@openfeature/web-sdk';
  readonly configuration: string;
  /** Tags that the provider does not declare, with the reason. It declares all others. */
  readonly undeclared: Readonly<Record<string, string>>;
  readonly deviations: readonly Deviation[];
  open(address: BackendAddress): Sdk;
}

// Browsers have one; Node offers it only behind an option.
globalThis.EventSource ??= EventSource as unknown as typeof globalThis.EventSource;

const host = '127.0.0.1';
const undeclared = { '@numeric-coercion': 'JavaScript has one type of numbers.' };
const noState = 'The provider requests each value, and has neither a connection nor events of its own.';

/** Features that are off have the value false in every protocol that evaluates here. */
const offIsFalse: Deviation = {
  capability: '@disabled-flags',
  summary:
    'A feature that is off is false, so that a kill switch does not depend on the code. For other types, the code default comes with TYPE_MISMATCH.',
  scenarios: ['string', 'integer', 'float'].map((type) => `A disabled flag resolves to the code default (disabled-${type}-flag)`),
};

/** Providers with equal options share a connection, with its delay after failures, so each scenario has times of its own. */
let opened = 0;

const flagd =
  (resolverType: 'rpc' | 'in-process', cache: 'lru' | 'disabled' = 'disabled') =>
  ({ flagdPort }: BackendAddress) => {
    opened += 1;
    const times = { deadlineMs: 5000, retryBackoffMaxMs: 1000, keepAliveTime: 60_000 + opened };
    return onServer(new FlagdProvider({ host, port: flagdPort, resolverType, cache, ...times }), `flagd ${resolverType} ${cache}`);
  };

/** The provider reconnects even after it was shut down, which would disturb later scenarios. */
function flagdInBrowser({ flagdPort }: BackendAddress): Sdk {
  const closed = new AbortController();
  const refuse: Interceptor = (next) => (request) => (closed.signal.aborted ? Promise.reject(new Error('closed')) : next(request));
  const provider = new FlagdWebProvider({ host, port: flagdPort, tls: false, maxRetries: 1, interceptors: [refuse as never] });
  return inBrowser(provider, 'flagd', () => closed.abort());
}

export const adapters: readonly Adapter[] = [
  {
    id: 'ofrep-provider',
    package: '@openfeature/ofrep-provider',
    sdk: '@openfeature/server-sdk',
    configuration: 'one request per evaluation',
    undeclared: {
      ...undeclared,
      '@lifecycle': noState,
      '@unavailable': noState,
      '@reinitialization': noState,
      '@events': noState,
      '@configuration-change': noState,
      '@stale': noState,
    },
    deviations: [offIsFalse],
    open: ({ url, token }) => onServer(new OFREPProvider({ baseUrl: url, headers: [['Authorization', token]] }), 'ofrep'),
  },
  {
    id: 'flagd-provider-rpc',
    package: '@openfeature/flagd-provider',
    sdk: '@openfeature/server-sdk',
    configuration: 'rpc',
    undeclared,
    deviations: [],
    open: flagd('rpc'),
  },
  {
    id: 'flagd-provider-in-process',
    package: '@openfeature/flagd-provider',
    sdk: '@openfeature/server-sdk',
    configuration: 'in-process',
    undeclared,
    deviations: [
      {
        capability: '@standard-reasons',
        summary:
          'The definition of a boolean feature that is off has the value false, because flagd resolves disabled flags to the code default.',
        scenarios: ['A disabled flag reports that it is disabled'],
      },
    ],
    open: flagd('in-process'),
  },
  {
    id: 'flagd-web-provider',
    package: '@openfeature/flagd-web-provider',
    sdk: '@openfeature/web-sdk',
    configuration: 'Connect',
    undeclared: { ...undeclared, '@stale': 'The provider never becomes stale: it reports an error, which conforms as well.' },
    deviations: [
      offIsFalse,
      {
        capability: '@configuration-change',
        summary: 'The provider drops the names of the changed flags, which the stream contains.',
        scenarios: ['A configuration change is signalled and applied'],
      },
    ],
    open: flagdInBrowser,
  },
  {
    id: 'ofrep-web-provider',
    package: '@openfeature/ofrep-web-provider',
    sdk: '@openfeature/web-sdk',
    configuration: 'event stream, without local storage',
    undeclared: { ...undeclared, '@reinitialization': 'The provider declines: a provider that was shut down sends no more requests.' },
    deviations: [
      offIsFalse,
      {
        capability: '@stale',
        summary: 'After an outage, the provider emits no ready event when its stream opens again, only after the next change.',
        scenarios: ['Losing the backend makes the provider stale'],
      },
    ],
    open: ({ url, token }) => {
      const options = { baseUrl: url, headers: [['Authorization', token]] satisfies [string, string][], cacheMode: 'disabled' } as const;
      return inBrowser(new OFREPWebProvider(options) as WebProvider, 'ofrep');
    },
  },
];

const simulated = 'The scenario needs a provider that pretends to be in a state; the provider suite tests real states.';
const ofSdk = 'The scenario tests the SDK alone.';

/** The server SDK with a provider that caches, for the evaluation features of the SDK suite. */
export const sdkAdapter: Adapter = {
  id: 'server-sdk',
  package: '@openfeature/flagd-provider',
  sdk: '@openfeature/server-sdk',
  configuration: 'rpc',
  undeclared: {
    '@metadata': 'Features have metadata of the product only.',
    '@provider-status': simulated,
    '@hooks': ofSdk,
    '@immutability': ofSdk,
  },
  deviations: [],
  open: flagd('rpc', 'lru'),
};
