import {
  type JsonValue,
  OpenFeature as OnServer,
  type EvaluationContext,
  type Provider as ServerProvider,
  ProviderEvents as ServerEvents,
} from '@openfeature/server-sdk';
import { OpenFeature as InBrowser, type Provider as WebProvider, ProviderEvents as WebEvents } from '@openfeature/web-sdk';

export type FlagType = 'Boolean' | 'String' | 'Integer' | 'Float' | 'Object';

/** The details of an evaluation that scenarios check. */
export interface Details {
  readonly flagKey: string;
  readonly value: unknown;
  readonly variant?: string;
  readonly reason?: string;
  readonly errorCode?: string;
  readonly errorMessage?: string;
  readonly flagMetadata: Readonly<Record<string, unknown>>;
}

export type EventName = 'ready' | 'error' | 'stale' | 'change';

export interface EventDetails {
  readonly flagsChanged?: string[];
}

export interface Question {
  readonly type: FlagType;
  readonly key: string;
  readonly fallback: unknown;
}

/** An SDK with one provider in one domain. */
export interface Sdk {
  readonly providerName: string;
  /** State of the client, such as `READY`. */
  readonly status: string;
  /** Registers the provider. Rejects if it does not become ready. */
  register(): Promise<void>;
  evaluate(question: Question, context: EvaluationContext): Promise<Details>;
  on(event: EventName, handler: (details?: EventDetails) => void): void;
  /** Calls the provider directly. */
  shutDown(): Promise<void>;
  initialize(): Promise<void>;
  /** Replaces the provider. */
  close(): Promise<void>;
}

/** The server SDK: each evaluation has a context of its own. Providers that were shut down may still emit events in their domain. */
export function onServer(provider: ServerProvider, domain: string): Sdk {
  const client = OnServer.getClient(domain);
  const events = {
    ready: ServerEvents.Ready,
    error: ServerEvents.Error,
    stale: ServerEvents.Stale,
    change: ServerEvents.ConfigurationChanged,
  };
  return {
    providerName: provider.metadata.name,
    get status() {
      return client.providerStatus;
    },
    register: () => OnServer.setProviderAndWait(domain, provider),
    evaluate: ({ type, key, fallback }, context) => {
      if (type === 'Boolean') return client.getBooleanDetails(key, fallback as boolean, context);
      if (type === 'String') return client.getStringDetails(key, fallback as string, context);
      if (type === 'Object') return client.getObjectDetails(key, fallback as JsonValue, context);
      return client.getNumberDetails(key, fallback as number, context);
    },
    on: (event, handler) => client.addHandler(events[event], (details) => handler(details as EventDetails | undefined)),
    shutDown: async () => provider.onClose?.(),
    initialize: async () => provider.initialize?.({}),
    close: async () => {
      OnServer.clearHandlers();
      await OnServer.clearProviders();
    },
  };
}

/** The SDK of browsers: the context belongs to the domain. */
export function inBrowser(provider: WebProvider, domain: string, onClose = () => {}): Sdk {
  const client = InBrowser.getClient(domain);
  const events = { ready: WebEvents.Ready, error: WebEvents.Error, stale: WebEvents.Stale, change: WebEvents.ConfigurationChanged };
  let given = '{}';
  return {
    providerName: provider.metadata.name,
    get status() {
      return client.providerStatus;
    },
    register: () => InBrowser.setProviderAndWait(domain, provider, {}),
    evaluate: async ({ type, key, fallback }, context) => {
      if (JSON.stringify(context) !== given) await InBrowser.setContext(domain, context);
      given = JSON.stringify(context);
      if (type === 'Boolean') return client.getBooleanDetails(key, fallback as boolean);
      if (type === 'String') return client.getStringDetails(key, fallback as string);
      if (type === 'Object') return client.getObjectDetails(key, fallback as JsonValue);
      return client.getNumberDetails(key, fallback as number);
    },
    on: (event, handler) => client.addHandler(events[event], (details) => handler(details as EventDetails | undefined)),
    shutDown: async () => provider.onClose?.(),
    initialize: async () => provider.initialize?.({}),
    close: async () => {
      InBrowser.clearHandlers();
      await InBrowser.clearProviders();
      await InBrowser.clearContexts();
      onClose();
    },
  };
}
