import { TraceFlags } from '@opentelemetry/api';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace';
import type { DropReason } from './tracing.ts';
import type { Limits, TracingOptions } from './tracing-options.ts';

const defaults: Limits = { queuedSpans: 2048, spansPerRequest: 512, delayMs: 1000, requestMs: 3000 };
/** Margin after the exporter's own timeout. */
const marginMs = 1000;

/**
 * Sends ended spans in batches, one after the other. Spans above its limits, or rejected by the collector, are counted and dropped; nothing
 * waits for the collector.
 */
export class SpanSender implements SpanProcessor {
  readonly dropped: Record<DropReason, number> = { 'queue full': 0, 'not sent': 0 };
  readonly #batches: BatchSpanProcessor;
  readonly #queuedSpans: number;
  readonly #warn: TracingOptions['warn'];
  #waiting = 0;
  #isFailing = false;

  constructor({ endpoint, headers, warn, limits }: Pick<TracingOptions, 'endpoint' | 'headers' | 'warn' | 'limits'>) {
    const { queuedSpans, spansPerRequest, delayMs, requestMs } = { ...defaults, ...limits };
    const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
    const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: requestMs });
    this.#queuedSpans = queuedSpans;
    this.#warn = warn;
    this.#batches = new BatchSpanProcessor({
      exporter: this.#counted(exporter),
      maxQueueSize: queuedSpans,
      maxExportBatchSize: Math.min(spansPerRequest, queuedSpans),
      scheduledDelayMillis: delayMs,
      exportTimeoutMillis: requestMs + marginMs,
    });
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
    if (this.#waiting >= this.#queuedSpans) {
      this.dropped['queue full'] += 1;
      return;
    }
    this.#waiting += 1;
    this.#batches.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.#batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#batches.shutdown();
  }

  #counted(exporter: SpanExporter): SpanExporter {
    return {
      export: (spans, done) => exporter.export(spans, (result) => done(this.#noteResult(spans.length, result))),
      shutdown: () => exporter.shutdown(),
    };
  }

  #noteResult(spans: number, result: ExportResult): ExportResult {
    this.#waiting -= spans;
    const isFailure = result.code !== ExportResultCode.SUCCESS;
    if (isFailure) this.dropped['not sent'] += spans;
    if (isFailure && !this.#isFailing) this.#warn('could not export spans: they are lost (OTEL_EXPORTER_OTLP_ENDPOINT)', result.error);
    this.#isFailing = isFailure;
    return result;
  }
}
