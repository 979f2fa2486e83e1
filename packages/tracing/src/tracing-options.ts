import type { SamplerName } from './samplers.ts';

/** Creation and destination of traces. */
export interface TracingOptions {
  /** Base address of an OTLP receiver; `/v1/traces` is appended. */
  readonly endpoint: string;
  /** Headers of each request to the receiver. */
  readonly headers: Readonly<Record<string, string>>;
  /** Service name of the spans. Null: `signalbox-` and the service. */
  readonly serviceName: string | null;
  readonly version: string;
  /** Distinguishes processes of one service. */
  readonly instance: string;
  readonly sampler: SamplerName;
  /** Share of traces that a ratio-based sampler records, from 0 to 1. */
  readonly ratio: number;
  /** Type of a thrown value, or null if it is not an error but a normal response. */
  readonly errorTypeOf: (thrown: unknown) => string | null;
  readonly warn: (message: string, detail: unknown) => void;
  readonly limits?: Partial<Limits>;
}

/** Limits of the queue to the collector. */
export interface Limits {
  readonly queuedSpans: number;
  readonly spansPerRequest: number;
  readonly delayMs: number;
  readonly requestMs: number;
}
