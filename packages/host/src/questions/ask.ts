import { Failure, type Question, system, validator } from '@signalbox/contracts';
import { type Answer, type Listener, sendJson, type Settings } from '@signalbox/kit';
import { faultOf } from '@signalbox/store';
import { DeadlinePassed, within } from '@signalbox/timing';
import { jwtVerify } from 'jose';
import { refuse, type RefusalParts } from '../http/refuse.ts';
import { openContext, requestOf } from '../runtime/contexts.ts';
import { type Ask, type ServiceRuntime, traced } from '../runtime/runtime.ts';
import { audience, checkedAnswer, type Order, refusedHeader, secretKey, unanswered } from './question-wire.ts';
import { textOfAnswer } from './text-of-answer.ts';
import { attributes, type SpanStart, type Tracer } from '@signalbox/tracing';

const defaultLimitBytes = 100_000;

/** Answers one question, in JSON. Throws refusals. */
export interface Askable {
  readonly limitBytes: number;
  /** `requestId`: the original request, or empty. `traceparent`: the trace of a remote caller; absent: the active trace. */
  readonly answer: (input: unknown, requestId: string, traceparent?: string | null) => Promise<string>;
}

/** Answers of a service, by question name. Validates their input. */
export function answersOf(runtime: ServiceRuntime): ReadonlyMap<string, Askable> {
  return new Map(runtime.service.answers?.map((answer) => [answer.question.name, askable(answer, runtime)]));
}

function askable(declared: Answer, runtime: ServiceRuntime): Askable {
  const { question } = declared;
  const isInput = validator(question.input);
  const give = textOfAnswer(declared);
  const answerChecked = async (input: unknown, requestId: string): Promise<string> => {
    if (!isInput(input)) throw new Failure('BadRequestError', `The input of ${question.name} is not valid.`);
    try {
      return await give(input, openContext(runtime, system, { request: requestOf(requestId) }));
    } catch (error) {
      if (error instanceof Failure || faultOf(error) !== 'unavailable') throw error;
      throw unanswered(question, error);
    }
  };
  return {
    limitBytes: question.limitBytes ?? defaultLimitBytes,
    answer: (input, requestId, traceparent) => tracedAnswer(runtime.tracer, question, traceparent, () => answerChecked(input, requestId)),
  };
}

/** Asks a question over HTTP. */
export type AskElsewhere = (order: Order) => Promise<unknown>;

/** Asks questions: directly within this process, otherwise over HTTP. Refusals of the answering service are rethrown unchanged. */
export const asker = (
  local: ReadonlyMap<string, Askable>,
  elsewhere: (service: string) => AskElsewhere | undefined,
  { deadlineFactor }: Pick<Settings, 'deadlineFactor'>,
): Ask =>
  (async (question: Question, input: unknown, requestId = '') => {
    const order: Order = { question, input, requestId, deadlineMs: question.deadlineMs * deadlineFactor };
    const here = local.get(question.name);
    if (here) return askHere(here, order);
    const ask = elsewhere(question.service);
    if (!ask) throw new Failure('UnavailableError', `The address of ${question.service} is unknown.`, { retryAfterSeconds: 5 });
    return ask(order);
  }) as Ask;

/** Asks in a span of the asking service. */
export const tracedAsk =
  (ask: Ask, tracer: Tracer): Ask =>
  (question, ...input) => {
    const called = { ...attributesOf(question), [attributes.calledService]: question.service };
    return tracer.run({ name: question.name, kind: 'client', attributes: called }, () => ask(question, ...input));
  };

/** Answers in a span of the answering service. */
function tracedAnswer<T>(tracer: Tracer | null, question: Question, traceparent: string | null | undefined, give: () => Promise<T>) {
  const start: SpanStart = { name: question.name, kind: 'server', attributes: attributesOf(question) };
  return traced(tracer, traceparent === undefined ? start : { ...start, parent: traceparent }, give);
}

const attributesOf = ({ name }: Question) => ({ [attributes.rpcSystem]: 'signalbox', [attributes.rpcMethod]: name });

/** Asks within the process, with the same deadline and validation as over HTTP. */
async function askHere(here: Askable, { question, input, requestId, deadlineMs }: Order): Promise<unknown> {
  const answered = within(deadlineMs, here.answer(structuredClone(input), requestId));
  const text = await answered.catch((error: unknown) => {
    throw error instanceof DeadlinePassed ? unanswered(question) : error;
  });
  return checkedAnswer(question, text);
}

/** Listener of `/internal`, which a public port never forwards. Answers questions of services that sign with one of the secrets. */
export function internalListener(local: ReadonlyMap<string, Askable>, secrets: readonly string[], parts: RefusalParts): Listener {
  return (request, response) => {
    const name = (request.url ?? '').slice('/internal/'.length);
    answerQuestion(name).catch((error: unknown) => refuse(parts, error, request, response));

    async function answerQuestion(questionName: string): Promise<void> {
      await verify(request.headers.authorization, secrets);
      const found = local.get(questionName);
      if (!found) throw new Failure('NotFoundError', `This process does not handle ${questionName}.`);
      const input = parse(await readAll(request, found.limitBytes));
      response.setHeader(refusedHeader, questionName);
      const { 'x-request-id': requestId = '', traceparent } = request.headers;
      const answer = await found.answer(input, String(requestId), typeof traceparent === 'string' ? traceparent : null);
      response.removeHeader(refusedHeader);
      sendJson(response, 200, answer);
    }
  };
}

async function verify(authorization: string | undefined, secrets: readonly string[]): Promise<void> {
  const verifyWith = (secret: string) => jwtVerify(authorization ?? '', secretKey(secret), { algorithms: ['HS256'], audience });
  try {
    await Promise.any(secrets.map(verifyWith));
  } catch {
    throw new Failure('AuthenticationRequired', 'Only services with the internal secret can call this route.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('BadRequestError', 'The body is not valid JSON.');
  }
}

async function readAll(request: AsyncIterable<Buffer>, limitBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > limitBytes) throw new Failure('ContentTooLarge', 'The body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
