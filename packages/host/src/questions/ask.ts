import type { IncomingMessage } from 'node:http';
import { Failure, type FailureBody, type FailureName, failureStatuses, type Question, system, validator } from '@signalbox/contracts';
import { type Answer, answerFailure, type Listener, sendJson } from '@signalbox/kit';
import { faultOf } from '@signalbox/store';
import { jwtVerify, SignJWT } from 'jose';
import { Pool } from 'undici';
import { shortlyIdle } from '../http/forward.ts';
import { openContext, requestOf } from '../runtime/contexts.ts';
import type { Ask, ServiceRuntime } from '../runtime/runtime.ts';
import { textOfAnswer } from './text-of-answer.ts';
import { tracedAnswer } from './trace-questions.ts';

const audience = 'signalbox/internal';
const defaultLimitBytes = 100_000;
/** Says that it was the asked service that refused, and not who stands between: a refusal of theirs is as good as an absence. */
const refusedHeader = 'x-signalbox-refused';

/** Something that answers one question, in JSON: throws what it refuses. */
export interface Askable {
  readonly limitBytes: number;
  /**
   * `requestId`: of the request that it is asked for, empty for none. `traceparent`: of who asks from elsewhere; absent: the trace of the
   * running code.
   */
  readonly answer: (input: unknown, requestId: string, traceparent?: string | null) => Promise<string>;
}

/** How a process asks others. */
export interface AskingParts {
  /** Under which name. */
  readonly name: string;
  readonly secret: string | null;
  /** The trace that the running code works for, if any. */
  readonly traceparent: () => string | undefined;
}

/** What a service answers, by the question's name; what it is asked is checked. */
export function answersOf(runtime: ServiceRuntime): ReadonlyMap<string, Askable> {
  return new Map(runtime.service.answers?.map((answer) => [answer.question.name, askable(answer, runtime)]));
}

function askable(declared: Answer, runtime: ServiceRuntime): Askable {
  const { question } = declared;
  const isInput = validator(question.input);
  const give = textOfAnswer(declared);
  const answerChecked = async (input: unknown, requestId: string): Promise<string> => {
    if (!isInput(input)) throw new Failure('BadRequestError', `${question.name} was asked with something else than it takes.`);
    try {
      return await give(input, openContext(runtime, system, { request: requestOf(requestId) }));
    } catch (error) {
      if (error instanceof Failure || faultOf(error) !== 'unavailable') throw error;
      throw unavailable(question, error);
    }
  };
  return {
    limitBytes: question.limitBytes ?? defaultLimitBytes,
    answer: (input, requestId, traceparent) => tracedAnswer(runtime.tracer, question, traceparent, () => answerChecked(input, requestId)),
  };
}

/** Puts questions: to the service in this process, else over HTTP to where it listens. What the asked service refuses stays what it is. */
export function asker(local: ReadonlyMap<string, Askable>, urls: ReadonlyMap<string, string>, self: AskingParts) {
  const pools = new Map<string, Pool>();
  const ask = async (question: Question, input: unknown, requestId = ''): Promise<unknown> => {
    const order: Order = { question, input, requestId };
    const here = local.get(question.name);
    if (here) return askHere(here, order);
    const url = urls.get(question.service);
    if (!url) throw new Failure('UnavailableError', `Nobody knows where ${question.service} listens.`, { retryAfterSeconds: 5 });
    const pool = pools.get(url) ?? new Pool(url, { ...shortlyIdle, connections: 16, connect: { timeout: question.deadlineMs } });
    pools.set(url, pool);
    return askOver(pool, order, self);
  };
  return { ask: ask as Ask, close: () => Promise.all([...pools.values()].map((pool) => pool.destroy())) };
}

/** What is asked, and for which request. */
interface Order {
  readonly question: Question;
  readonly input: unknown;
  readonly requestId: string;
}

/** As over the wire, deadline and checks included. */
async function askHere(here: Askable, { question, input, requestId }: Order): Promise<unknown> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(unavailable(question)), question.deadlineMs);
  try {
    return checked(question, await Promise.race([here.answer(structuredClone(input), requestId), late.promise]));
  } finally {
    clearTimeout(timer);
  }
}

/** What was answered, if it is what the question says; another version of the service may say something else. */
function checked(question: Question, text: string): unknown {
  const { service, name, output } = question;
  const answer: unknown = JSON.parse(text);
  if (validator(output)(answer)) return answer;
  throw unavailable(question, new Error(`${service} answered ${name} with something else than the question says`));
}

const unavailable = ({ service }: Question, cause?: unknown) =>
  new Failure('UnavailableError', `${service} does not answer. Try again shortly.`, { retryAfterSeconds: 2, cause });

async function askOver(pool: Pool, order: Order, self: AskingParts): Promise<unknown> {
  const { question } = order;
  const { statusCode, headers, text } = await send(pool, order, self);
  if (statusCode === 200) return checked(question, text);
  if (headers[refusedHeader] === undefined)
    throw unavailable(question, new Error(`${question.service} answered ${statusCode} to ${question.name}: ${text.slice(0, 200)}`));
  throw refusalIn(text, headers['retry-after']);
}

async function send(pool: Pool, { question, input, requestId }: Order, self: AskingParts) {
  try {
    const traceparent = self.traceparent();
    const further = { ...(requestId && { 'x-request-id': requestId }), ...(traceparent && { traceparent }) };
    const { statusCode, headers, body } = await pool.request({
      method: 'POST',
      path: `/internal/${question.name}`,
      headers: { 'content-type': 'application/json', authorization: await credential(self), ...further },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(question.deadlineMs),
    });
    return { statusCode, headers, text: await body.text() };
  } catch (error) {
    throw unavailable(question, error);
  }
}

/** The failure that somebody else's answer says. */
function refusalIn(text: string, retryAfter: unknown): Failure {
  const { id, name, message, details, ...extra } = JSON.parse(text) as FailureBody;
  const known: FailureName = Object.hasOwn(failureStatuses, name) ? name : 'InternalError';
  const seconds = typeof retryAfter === 'string' ? { retryAfterSeconds: Number(retryAfter) } : {};
  return new Failure(known, message, { details, extra, ...seconds, cause: new Error(`refused elsewhere under the id ${id}`) });
}

const keyOf = (secret: string) => new TextEncoder().encode(secret);

/** A service principal: who asks, signed with the shared secret, good for a minute. */
async function credential({ secret, name }: AskingParts): Promise<string> {
  if (!secret) throw new Error('INTERNAL_SECRET is needed to ask another process');
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(name)
    .setAudience(audience)
    .setExpirationTime('1 minute')
    .sign(keyOf(secret));
}

/** The listener of `/internal`, which a public port never forwards. Answers questions of services that know the secret. */
export function internalListener(local: ReadonlyMap<string, Askable>, secret: string | null, id: () => string): Listener {
  return (request, response) => {
    const name = (request.url ?? '').slice('/internal/'.length);
    answerQuestion(name).catch((error: unknown) => answerFailure(request, response, error, id()));

    async function answerQuestion(asked: string): Promise<void> {
      await verify(request.headers.authorization, secret);
      const found = local.get(asked);
      if (!found) throw new Failure('NotFoundError', `Nobody here answers ${asked}.`);
      const input = parse(await readAll(request, found.limitBytes));
      response.setHeader(refusedHeader, asked);
      const answer = await found.answer(input, requestIdOf(request), traceparentOf(request));
      response.removeHeader(refusedHeader);
      sendJson(response, 200, answer);
    }
  };
}

/** Of the request that another service looks after. */
const requestIdOf = ({ headers }: IncomingMessage): string => String(headers['x-request-id'] ?? '');

/** Null for one that is asked in no trace. */
const traceparentOf = ({ headers: { traceparent } }: IncomingMessage): string | null =>
  typeof traceparent === 'string' ? traceparent : null;

async function verify(authorization: string | undefined, secret: string | null): Promise<void> {
  try {
    if (!secret) throw new Error('this process has no internal secret');
    await jwtVerify(authorization ?? '', keyOf(secret), { algorithms: ['HS256'], audience });
  } catch {
    throw new Failure('AuthenticationRequired', 'Only services that know the internal secret may ask.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('BadRequestError', 'The question is not valid JSON.');
  }
}

async function readAll(request: AsyncIterable<Buffer>, limitBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > limitBytes) throw new Failure('ContentTooLarge', 'The question is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
