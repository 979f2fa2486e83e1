import { Failure, type Question, questions, system } from '@signalbox/contracts';
import { type Answer, type Listener, type OpenContext, sendJson } from '@signalbox/kit';
import { faultOf } from '@signalbox/store';
import { jwtVerify, SignJWT } from 'jose';
import { Pool } from 'undici';
import { asFailure } from '../http/listener.ts';
import { type Ask, noRequest, type OpenContexts } from '../runtime/contexts.ts';
import { compile } from '../validation/validation.ts';

const audience = 'signalbox/internal';
const largestQuestionBytes = 100_000;

/** Something that answers one question. */
export interface Askable {
  readonly answer: (input: unknown) => Promise<unknown>;
}

/** What a service answers, by the question's name; what it is asked is checked. */
export function answersOf(answers: readonly Answer[], contexts: OpenContexts): ReadonlyMap<string, Askable> {
  return new Map(
    answers.map(({ question, answer }) => {
      const isInput = compile(question.input);
      const give = answer as (input: unknown, context: OpenContext) => Promise<unknown>;
      const checked: Askable = {
        answer: (input) => {
          if (!isInput(input)) throw new Failure('BadRequestError', `${question.name} was asked with something else than it takes.`);
          return give(input, contexts.open(system, noRequest));
        },
      };
      return [question.name, checked];
    }),
  );
}

/** Puts questions: to the service in this process, else over HTTP to where it listens. */
export function asker(local: ReadonlyMap<string, Askable>, urls: ReadonlyMap<string, string>, secret: string | null, self: string) {
  const pools = new Map<string, Pool>();
  const ask = async (question: Question, input: unknown): Promise<unknown> => {
    const here = local.get(question.name);
    if (here) return askHere(here, question, input);
    const url = urls.get(question.service);
    if (!url) throw new Failure('UnavailableError', `Nobody knows where ${question.service} listens.`, { retryAfterSeconds: 5 });
    const pool = pools.get(url) ?? new Pool(url, { connections: 16, connect: { timeout: question.deadlineMs } });
    pools.set(url, pool);
    return askOver(pool, question, input, secret, self);
  };
  return { ask: ask as Ask, close: () => Promise.all([...pools.values()].map((pool) => pool.destroy())) };
}

/** As over the wire, deadline and checks included, also when the service's database is away. What the service refuses stays what it is. */
async function askHere(here: Askable, question: Question, input: unknown): Promise<unknown> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(unavailable(question)), question.deadlineMs);
  try {
    return checked(question, JSON.stringify(await Promise.race([here.answer(structuredClone(input)), late.promise])));
  } catch (error) {
    if (error instanceof Failure || faultOf(error) !== 'unavailable') throw error;
    throw unavailable(question, error);
  } finally {
    clearTimeout(timer);
  }
}

/** What was answered, if it is what the question says; another version of the service may say something else. */
function checked({ service, name, output }: Question, text: string): unknown {
  const answer: unknown = JSON.parse(text);
  if (!compile(output)(answer)) throw new Error(`${service} answered ${name} with something else than the question says`);
  return answer;
}

const unavailable = ({ service }: Question, cause?: unknown) =>
  new Failure('UnavailableError', `${service} does not answer. Try again shortly.`, { retryAfterSeconds: 2, cause });

async function askOver(pool: Pool, question: Question, input: unknown, secret: string | null, self: string): Promise<unknown> {
  try {
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: `/internal/${question.name}`,
      headers: { 'content-type': 'application/json', authorization: await credential(secret, self) },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(question.deadlineMs),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${question.service} answered ${statusCode} to ${question.name}: ${text.slice(0, 200)}`);
    return checked(question, text);
  } catch (error) {
    throw unavailable(question, error);
  }
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

/** The listener of `/internal`, which the gateway never forwards. Answers questions of services that know the secret. */
export function internalListener(local: ReadonlyMap<string, Askable>, secret: string | null, id: () => string): Listener {
  const known = new Set(questions.map((question) => question.name));
  return (request, response) => {
    const name = (request.url ?? '').slice('/internal/'.length);
    const answerIt = async () => {
      await verify(request.headers.authorization, secret);
      const askable = known.has(name) ? local.get(name) : undefined;
      if (!askable) throw new Failure('NotFoundError', `Nobody here answers ${name}.`);
      return askable.answer(parse(await readAll(request)));
    };
    answerIt().then(
      (value) => sendJson(response, 200, JSON.stringify(value)),
      (error: unknown) => {
        const failure = asFailure(error);
        sendJson(response, failure.status, JSON.stringify(failure.body(id())));
      },
    );
  };
}

async function verify(authorization: string | undefined, secret: string | null): Promise<void> {
  try {
    if (!secret) throw new Error('this process answers nobody outside of it');
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
    if (size > largestQuestionBytes) throw new Failure('ContentTooLarge', 'The question is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
