/** What kind of work a span stands for, in OpenTelemetry's terms. */
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/**
 * What a span says of its work, by the names in `attributes.ts`. Whoever reads traces need not be somebody who may read the data, so only
 * what the product declares has a place here: nothing that a request, a message or an error says in its own words.
 */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** How a span begins. */
export interface SpanStart {
  /** One of few: a declared route, never a path. */
  readonly name: string;
  /** Absent: `internal`. */
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /**
   * The span that caused it, as its `traceparent` (W3C Trace Context). Absent: the active one. Null: none, so that it begins a trace;
   * so does what is no `traceparent`.
   */
  readonly parent?: string | null;
  /** Other spans that it has to do with, as their `traceparent`. */
  readonly links?: readonly string[];
}

/** A piece of work in a trace. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** How others are told of it (W3C Trace Context). */
  readonly traceparent: string;
  /** Gives it its name, where that is only known on the way. */
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Notes that something happened at this moment. */
  note(event: string): void;
  /** Runs `work`, and all that it starts, with this span as the active one. */
  during<T>(work: () => T): T;
  /** Ends it; with the type of an error, as one that failed. What comes after the first call has no effect. */
  end(errorType?: string | null): void;
}

/** Makes the spans of one service. */
export interface Tracer {
  /** The span that the running code works for, if any. */
  readonly active: Span | undefined;
  /** Begins a span, which somebody has to end. */
  start(start: SpanStart): Span;
  /** Runs `work` in a span that ends with it. */
  run<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T>;
}

/** Why spans were not delivered: too many waited, or the collector did not take them. */
export type DropReason = 'queue full' | 'not sent';

/** The traces of a process. */
export interface Tracing {
  readonly active: Span | undefined;
  tracerOf(service: string): Tracer;
  /** How many spans were lost so far. */
  readonly dropped: Readonly<Record<DropReason, number>>;
  /** Sends what waits, for three seconds at most. Spans that end later are lost. Never rejects. */
  close(): Promise<void>;
}
