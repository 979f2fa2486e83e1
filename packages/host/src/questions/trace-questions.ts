import type { Question } from '@signalbox/contracts';
import { attributes, type SpanStart, type Tracer } from '@signalbox/tracing';
import type { Ask } from '../runtime/runtime.ts';

const attributesOf = ({ name }: Question) => ({ [attributes.rpcSystem]: 'signalbox', [attributes.rpcMethod]: name });

/** Asks in a span of the asking service. */
export const tracedAsk = (ask: Ask, tracer: Tracer): Ask => {
  return (question, ...input) => {
    const called = { ...attributesOf(question), [attributes.calledService]: question.service };
    return tracer.run({ name: question.name, kind: 'client', attributes: called }, () => ask(question, ...input));
  };
};

/** Answers in a span of the answering service. */
export function tracedAnswer<T>(tracer: Tracer | null, question: Question, traceparent: string | null | undefined, give: () => Promise<T>) {
  if (!tracer) return give();
  const start: SpanStart = { name: question.name, kind: 'server', attributes: attributesOf(question) };
  return tracer.run(traceparent === undefined ? start : { ...start, parent: traceparent }, give);
}
