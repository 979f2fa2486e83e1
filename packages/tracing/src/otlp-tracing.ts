import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Link,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind as OtelSpanKind,
  SpanStatusCode,
  trace,
  type Tracer as OtelTracer,
} from '@opentelemetry/api';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { attributes as names } from './attributes.ts';
import type { SamplerName } from './samplers.ts';
import { SpanSender } from './span-sender.ts';
import { readTraceParent, writeTraceParent } from './trace-parent.ts';
import type { Attributes, Span, SpanKind, SpanStart, Tracer, Tracing } from './tracing.ts';
import type { TracingOptions } from './tracing-options.ts';

const closeMs = 3000;
/** Attributes are short. The limits apply only in case of a mistake. */
const spanLimits = { attributeValueLengthLimit: 500, linkCountLimit: 128, eventCountLimit: 32 };

const samplersBy: Readonly<Record<SamplerName, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
};

/** Traces through OpenTelemetry's SDK. It registers nothing globally, so a process may have several instances, as tests do. */
export class OtlpTracing implements Tracing {
  readonly #options: TracingOptions;
  readonly #sender: SpanSender;
  readonly #sampler: Sampler;
  readonly #running = new AsyncLocalStorage<RunningSpan>();

  constructor(options: TracingOptions) {
    this.#options = options;
    this.#sender = new SpanSender(options);
    this.#sampler = samplersBy[options.sampler](options.ratio);
  }

  get active(): Span | undefined {
    return this.#running.getStore();
  }

  get dropped(): Tracing['dropped'] {
    return this.#sender.dropped;
  }

  tracerOf(service: string): Tracer {
    const { serviceName, version, instance, errorTypeOf } = this.#options;
    const own = resourceFromAttributes({
      'service.namespace': 'signalbox',
      'service.name': serviceName ?? `signalbox-${service}`,
      'service.version': version,
      'service.instance.id': instance,
    });
    const resource = defaultResource().merge(own);
    const provider = new TracerProvider({ resource, sampler: this.#sampler, spanProcessors: [this.#sender], spanLimits });
    return new OtlpTracer(provider.getTracer('signalbox', version), this.#running, errorTypeOf);
  }

  async close(): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, closeMs);
    await Promise.race([this.#sender.shutdown().catch(() => undefined), late.promise]);
    clearTimeout(timer);
  }
}

class OtlpTracer implements Tracer {
  readonly #tracer: OtelTracer;
  readonly #running: AsyncLocalStorage<RunningSpan>;
  readonly #errorTypeOf: TracingOptions['errorTypeOf'];

  constructor(tracer: OtelTracer, running: AsyncLocalStorage<RunningSpan>, errorTypeOf: TracingOptions['errorTypeOf']) {
    this.#tracer = tracer;
    this.#running = running;
    this.#errorTypeOf = errorTypeOf;
  }

  get active(): Span | undefined {
    return this.#running.getStore();
  }

  start({ name, kind = 'internal', attributes = {}, parent, links = [] }: SpanStart): Span {
    const options = { kind: kinds[kind], attributes, links: links.flatMap(linkTo) };
    return new RunningSpan(this.#tracer.startSpan(name, options, this.#contextOf(parent)), this.#running);
  }

  async run<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T> {
    const span = this.start(start);
    try {
      const result = await span.during(() => work(span));
      span.end();
      return result;
    } catch (error) {
      span.end(this.#errorTypeOf(error));
      throw error;
    }
  }

  #contextOf(parent: string | null | undefined) {
    if (parent === undefined) return this.#running.getStore()?.context ?? ROOT_CONTEXT;
    const remote = parent === null ? null : readTraceParent(parent);
    return remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
  }
}

const kinds: Readonly<Record<SpanKind, OtelSpanKind>> = {
  internal: OtelSpanKind.INTERNAL,
  server: OtelSpanKind.SERVER,
  client: OtelSpanKind.CLIENT,
  producer: OtelSpanKind.PRODUCER,
  consumer: OtelSpanKind.CONSUMER,
};

function linkTo(traceparent: string): Link[] {
  const context = readTraceParent(traceparent);
  return context ? [{ context }] : [];
}

class RunningSpan implements Span {
  readonly #span: OtelSpan;
  readonly #running: AsyncLocalStorage<RunningSpan>;
  #hasEnded = false;

  constructor(span: OtelSpan, running: AsyncLocalStorage<RunningSpan>) {
    this.#span = span;
    this.#running = running;
  }

  /** Context in which its children begin. */
  get context() {
    return trace.setSpan(ROOT_CONTEXT, this.#span);
  }

  get traceId(): string {
    return this.#span.spanContext().traceId;
  }

  get spanId(): string {
    return this.#span.spanContext().spanId;
  }

  get traceparent(): string {
    return writeTraceParent(this.#span.spanContext());
  }

  rename(name: string): void {
    if (!this.#hasEnded) this.#span.updateName(name);
  }

  set(attributes: Attributes): void {
    if (!this.#hasEnded) this.#span.setAttributes(attributes);
  }

  note(event: string): void {
    if (!this.#hasEnded) this.#span.addEvent(event);
  }

  during<T>(work: () => T): T {
    return this.#running.run(this, work);
  }

  end(errorType: string | null = null): void {
    if (errorType !== null) {
      this.set({ [names.errorType]: errorType });
      if (!this.#hasEnded) this.#span.setStatus({ code: SpanStatusCode.ERROR });
    }
    if (!this.#hasEnded) this.#span.end();
    this.#hasEnded = true;
  }
}
