import type { EventBody } from '@signalbox/contracts';

/** A value that an add-on is given. */
export interface ParameterDefinition {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly placeholder?: string;
  readonly type: 'text' | 'textfield' | 'url' | 'list' | 'number' | 'boolean';
  readonly required: boolean;
  /** It is stored encrypted, and never shown. */
  readonly sensitive: boolean;
}

/** What consoles show of a kind of receiver (reference, toggle side §21). */
export interface ProviderDefinition {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly documentationUrl: string;
  readonly howTo?: string;
  readonly deprecated?: string;
  readonly parameters: readonly ParameterDefinition[];
  /** The kinds of events that it is meant for. Others are sent as well. */
  readonly events: readonly string[];
  /** The types of the tags by which a feature says where to. */
  readonly tagTypes?: readonly { readonly name: string; readonly description: string; readonly icon: string }[];
}

/** The values of an add-on's parameters by name, secrets in clear. */
export type Parameters = Readonly<Record<string, string>>;

/** An event as receivers get it: that of the specification, with a number of this service's own as its id. */
export type SentEvent = EventBody & { readonly id: number };

/** One HTTP request to a receiver. It is always a POST. */
export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A problem that the body of an answer reports. */
export interface Problem {
  readonly message: string;
  /** Whether sending the same again may succeed. */
  readonly isTemporary: boolean;
}

/** What a provider is made of. */
export interface Provider {
  readonly definition: ProviderDefinition;
  /** Throws a `Failure` for parameters that no event could be sent with. */
  readonly check?: (parameters: Parameters) => void;
  /** One request, or one for each channel. */
  readonly requestsOf: (event: SentEvent, parameters: Parameters, settings: ProviderSettings) => OutgoingRequest[];
  /** The problem of an answer with a status of success; null for none. Absent: the status decides. */
  readonly problemOf?: (body: unknown) => Problem | null;
}

/** What the settings of the process say to providers. */
export interface ProviderSettings {
  readonly slackApiUrl: string;
}

/** Where the parameters of all providers are described. */
export const documentationUrl = 'docs/integrations.md';
