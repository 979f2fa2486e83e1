import type { EventBody } from '@signalbox/contracts';

/** Definition of an add-on's parameter. */
export interface ParameterDefinition {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly placeholder?: string;
  readonly type: 'text' | 'textfield' | 'url' | 'list' | 'number' | 'boolean';
  readonly required: boolean;
  /** Stored encrypted, and masked in responses. */
  readonly sensitive: boolean;
}

/** Description of a provider for consoles (reference, toggle side §21). */
export interface ProviderDefinition {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly documentationUrl: string;
  readonly howTo?: string;
  readonly deprecated?: string;
  readonly parameters: readonly ParameterDefinition[];
  /** Suggested event types; others may be selected too. */
  readonly events: readonly string[];
  /** Types of tags with which a feature selects channels. */
  readonly tagTypes?: readonly { readonly name: string; readonly description: string; readonly icon: string }[];
}

/** Parameter values by name, with secrets in clear text. */
export type Parameters = Readonly<Record<string, string>>;

/** An event as receivers get it: as in the specification, with an id assigned by this service. */
export type SentEvent = EventBody & { readonly id: number };

/** A POST request to a receiver. */
export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A problem reported in the body of a response. */
interface Problem {
  readonly message: string;
  /** True if a retry may succeed. */
  readonly isTemporary: boolean;
}

export interface Provider {
  readonly definition: ProviderDefinition;
  /** Throws a `Failure` for invalid parameters. */
  readonly check?: (parameters: Parameters) => void;
  /** Creates one request, or one per channel. */
  readonly requestsOf: (event: SentEvent, parameters: Parameters, settings: ProviderSettings) => OutgoingRequest[];
  /** The problem in the body of a successful response, or null. Without this function, only the status counts. */
  readonly problemOf?: (body: unknown) => Problem | null;
}

/** Settings of the process that providers use. */
export interface ProviderSettings {
  readonly slackApiUrl: string;
}

/** Documentation of all providers' parameters. */
export const documentationUrl = 'docs/integrations.md';
