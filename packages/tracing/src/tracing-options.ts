import type { SamplerName } from './samplers.ts';

/** How traces are made and where they go. */
export interface TracingOptions {
  /** The base address of an OTLP receiver: `/v1/traces` is appended. */
  readonly endpoint: string;
  /** Headers of each request to it. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the spans say that they are of. Null: of `signalbox-` and the service. */
  readonly serviceName: string | null;
  readonly version: string;
  /** Tells processes of one service apart. */
  readonly instance: string;
  readonly sampler: SamplerName;
  /** How many of all traces a sampler by ratio records, from 0 to 1. */
  readonly ratio: number;
  /** The type of what was thrown; null for what is no error, but an answer. */
  readonly errorTypeOf: (thrown: unknown) => string | null;
  readonly warn: (message: string, detail: unknown) => void;
  readonly limits?: Partial<Limits>;
}

/** How much waits for the collector, and for how long. */
export interface Limits {
  readonly queuedSpans: number;
  readonly spansPerRequest: number;
  readonly delayMs: number;
  readonly requestMs: number;
}
