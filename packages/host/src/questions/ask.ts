import { Failure, type FailureBody, type FailureName, failureStatuses, type Question, system, validator } from '@signalbox/contracts';
import { type Answer, answerFailure, type Listener, type OpenContext, sendJson } from '@signalbox/kit';
import { faultOf } from '@signalbox/store';
import { jwtVerify, SignJWT } from 'jose';
import { Pool } from 'undici';
import { shortlyIdle } from '../http/forward.ts';
import { openContext } from '../runtime/contexts.ts';
import type { Ask, ServiceRuntime } from '../runtime/runtime.ts';

const audience = 'signalbox/internal';
const maxQuestionBytes = 100_000;
/** Says that it was the asked service that refused, and not who stands between: a refusal of theirs is as good as an absence. */
const refusedHeader = 'x-signalbox-refused';

/** Something that answers one question: throws what it refuses. */
export interface Askable {
  readonly answer: (input: unknown) => Promise<unknown>;
}

/** What a service answers, by the question's name; what it is asked is checked. */
export function answersOf(runtime: ServiceRuntime): ReadonlyMap<string, Askable> {
  return new Map(runtime.service.answers?.map((answer) => [answer.question.name, askable(answer, runtime)]));
}

function askable({ question, answer }: Answer, runtime: ServiceRuntime): Askable {
  const isInput = validator(question.input);
  const give = answer as (input: unknown, context: OpenContext<undefined>) => Promise<unknown>;
  return {
    async answer(input) {
      if (!isInput(input)) throw new Failure('BadRequestError', `${question.name} was asked with something else than it takes.`);
      try {
        return await give(input, openContext(runtime, system));
      } catch (error) {
        if (error instanceof Failure || faultOf(error) !== 'unavailable') throw error;
        throw unavailable(question, error);
      }
    },
  };
}

/** Puts questions: to the service in this process, else over HTTP to where it listens. What the asked service refuses stays what it is. */
export function asker(local: ReadonlyMap<string, Askable>, urls: ReadonlyMap<string, string>, secret: string | null, self: string) {
  const pools = new Map<string, Pool>();
  const ask = async (question: Question, input: unknown): Promise<unknown> => {
    const here = local.get(question.name);
    if (here) return askHere(here, question, input);
    const url = urls.get(question.service);
    if (!url) throw new Failure('UnavailableError', `Nobody knows where ${question.service} listens.`, { retryAfterSeconds: 5 });
    const pool = pools.get(url) ?? new Pool(url, { ...shortlyIdle, connections: 16, connect: { timeout: question.deadlineMs } });
    pools.set(url, pool);
    return askOver(pool, question, input, secret, self);
  };
  return { ask: ask as Ask, close: () => Promise.all([...pools.values()].map((pool) => pool.destroy())) };
}

/** As over the wire, deadline and checks included. */
async function askHere(here: Askable, question: Question, input: unknown): Promise<unknown> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(unavailable(question)), question.deadlineMs);
  try {
    return checked(question, JSON.stringify(await Promise.race([here.answer(structuredClone(input)), late.promise])));
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

async function askOver(pool: Pool, question: Question, input: unknown, secret: string | null, self: string): Promise<unknown> {
  const { statusCode, headers, text } = await send(pool, question, input, () => credential(secret, self));
  if (statusCode === 200) return checked(question, text);
  if (headers[refusedHeader] === undefined)
    throw unavailable(question, new Error(`${question.service} answered ${statusCode} to ${question.name}: ${text.slice(0, 200)}`));
  throw refusalIn(text, headers['retry-after']);
}

async function send(pool: Pool, question: Question, input: unknown, authorize: () => Promise<string>) {
  try {
    const { statusCode, headers, body } = await pool.request({
      method: 'POST',
      path: `/internal/${question.name}`,
      headers: { 'content-type': 'application/json', authorization: await authorize() },
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
async function credential(secret: string | null, self: string): Promise<string> {
  if (!secret) throw new Error('INTERNAL_SECRET is needed to ask another process');
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(self)
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
      const input = parse(await readAll(request));
      response.setHeader(refusedHeader, asked);
      const answer = JSON.stringify(await found.answer(input));
      response.removeHeader(refusedHeader);
      sendJson(response, 200, answer);
    }
  };
}

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

async function readAll(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > maxQuestionBytes) throw new Failure('ContentTooLarge', 'The question is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
