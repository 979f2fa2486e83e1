/** Kind of a span, in OpenTelemetry's terms. */
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/**
 * Attributes of a span, by the names in `attributes.ts`. Readers of traces may not be allowed to read the data, so attributes contain only
 * declared values, never text from a request, message or error.
 */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** Start of a span. */
export interface SpanStart {
  /** One of few names: a declared route, never a path. */
  readonly name: string;
  /** Absent: `internal`. */
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /**
   * Parent span as a `traceparent` (W3C Trace Context). Absent: the active span. Null or invalid: none, so that the span starts a trace.
   */
  readonly parent?: string | null;
  /** Related spans, as their `traceparent`. */
  readonly links?: readonly string[];
}

/** A unit of traced work. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Reference to it for other processes (W3C Trace Context). */
  readonly traceparent: string;
  /** Sets the name once it is known. */
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Records an event at this moment. */
  note(event: string): void;
  /** Runs `work`, and everything that it starts, with this span as the active one. */
  during<T>(work: () => T): T;
  /** Ends the span, as failed if there is an error type. Later calls have no effect. */
  end(errorType?: string | null): void;
}

/** Creates the spans of one service. */
export interface Tracer {
  /** The active span, if any. */
  readonly active: Span | undefined;
  /** Starts a span, which the caller must end. */
  start(start: SpanStart): Span;
  /** Runs `work` in a span that ends with it. */
  run<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T>;
}

/** Reasons for dropped spans: the queue was full, or the collector did not accept them. */
export type DropReason = 'queue full' | 'not sent';

/** The traces of a process. */
export interface Tracing {
  readonly active: Span | undefined;
  tracerOf(service: string): Tracer;
  /** Number of dropped spans so far. */
  readonly dropped: Readonly<Record<DropReason, number>>;
  /** Sends queued spans, for at most three seconds. Spans that end later are lost. Never rejects. */
  close(): Promise<void>;
}
