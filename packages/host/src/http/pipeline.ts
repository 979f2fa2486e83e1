import { Failure, type Principal, type Revision, writeRevision } from '@signalbox/contracts';
import type { Context, OpenContext, ReadContext, Route, RouteDeclaration } from '@signalbox/kit';
import { faultOf, findIdempotencyRecord } from '@signalbox/store';
import type { Request as HttpRequest } from 'express';
import type { AccessReplica } from '../access/access-replica.ts';
import { admit } from './admit.ts';
import type { OpenContexts } from '../runtime/contexts.ts';
import { type Outgoing, type Present, presenter } from './response-encoder.ts';
import { readFile } from './read-file.ts';
import { findKept, keep, mayHaveLostToItself, repeatOf, replay } from './idempotency.ts';
import type { Running } from '../runtime/runtime.ts';
import { runUnitOfWork, unavailable } from '../runtime/unit-of-work.ts';
import { bodyCheck, requestCheck } from '../validation/validation.ts';

/** A request on its way through: the parts that the wire gave, and who sent it. */
export interface Incoming {
  readonly http: HttpRequest;
  readonly requestId: string;
  readonly clientAddress: string;
  readonly identify: () => Principal | Promise<Principal>;
}

export interface PipelineOptions {
  readonly access: AccessReplica;
  readonly contexts: OpenContexts;
  readonly running: Running | null;
  /** Check every answer against its declared schema; a mismatch is a bug and answered 500. */
  readonly checkAnswers: boolean;
}

/** One route with everything compiled that can be: the order of checks of the wire (reference, toggle side §1). */
export function pipeline(route: Route, options: PipelineOptions): (incoming: Incoming) => Promise<Outgoing> {
  const { declaration } = route;
  const check = checksOf(declaration);
  const present = presenter(declaration, options.checkAnswers);
  return async (incoming) => {
    const { http } = incoming;
    const principal = await incoming.identify();
    admit(declaration, principal, options.access, http);
    if (declaration.fileDefaults) http.body = await readFile(http, declaration.fileDefaults);
    return run(route, options, { incoming, principal, input: await check(http), present });
  };
}

type CheckedInput = { params: never; query: never; body: never };

/** A request that was let in. */
interface Call {
  readonly incoming: Incoming;
  readonly principal: Principal;
  readonly input: CheckedInput;
  readonly present: Present;
}

function run(route: Route, options: PipelineOptions, call: Call): Promise<Outgoing> {
  const { declaration, handler } = route;
  const { incoming, principal, input, present } = call;
  if (declaration.method === 'get' || declaration.transaction) {
    let last: Revision | null = null;
    const open: ReadContext & OpenContext = options.contexts.open(principal, requestOf(incoming), (raised) => (last = raised));
    const context = options.checkAnswers ? checkedOpen(declaration, open) : open;
    return whenAvailable(options.running, async () => withRevision(present(await handler(input, context as never)), last));
  }
  if (!options.running) throw new Error(`${declaration.path} needs a database`);
  const checked: Route = options.checkAnswers
    ? { declaration, handler: (given, context) => handler(given, checkedContext(declaration, context) as never) }
    : route;
  return write(checked, options.running, call);
}

/** Under test, stating an event that the route does not declare is a bug like an answer that it does not declare. */
function checkedContext(declaration: RouteDeclaration, context: Context): Context {
  const declared = declaration.events && !('none' in declaration.events) ? declaration.events.map(({ type }) => type) : [];
  return {
    ...context,
    publish(event, fact) {
      if (!declared.includes(event.type))
        throw new Error(`${declaration.method} ${declaration.path} states ${event.type} and does not declare it`);
      context.publish(event, fact);
    },
  };
}

function checkedOpen<C extends OpenContext>(declaration: RouteDeclaration, context: C): C {
  const write: OpenContext['write'] = (work, actor) => context.write((inner) => work(checkedContext(declaration, inner)), actor);
  return Object.create(context, { write: { value: write } }) as C;
}

async function write(route: Route, running: Running, { incoming, principal, input, present }: Call): Promise<Outgoing> {
  const { http } = incoming;
  const order = { actor: principal, ifMatch: http.get('if-match') ?? null, correlationId: incoming.requestId };
  const repeat = repeatOf(http, principal);
  try {
    const { result, revision } = await runUnitOfWork(
      running,
      order,
      async (context) => {
        const kept = repeat && (await findIdempotencyRecord(context.em, repeat.principal, repeat.key));
        if (kept) return { answer: replay(kept, repeat.hash), isFresh: false };
        await guard(route.declaration, running, context, http.params);
        return { answer: present(await route.handler(input, context as never)), isFresh: true };
      },
      async (em, committed) => {
        if (repeat && committed.result.isFresh)
          await keep(em, repeat, withRevision(committed.result.answer, committed.revision), running.surroundings.now());
      },
    );
    return withRevision(result.answer, revision);
  } catch (error) {
    const kept = repeat && mayHaveLostToItself(error) && (await findKept(running, repeat));
    if (kept) return replay(kept, repeat.hash);
    const duplicate = !(error instanceof Failure) && faultOf(error) === 'duplicate';
    if (duplicate && route.declaration.failures.includes('NameExistsError')) {
      throw new Failure('NameExistsError', 'Something with this name was created at the same moment.');
    }
    throw error;
  }
}

const withRevision = (answer: Outgoing, revision: Revision | null): Outgoing =>
  revision === null ? answer : { ...answer, headers: { ...answer.headers, 'x-revision': writeRevision(revision) } };

async function whenAvailable<T>(running: Running | null, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Failure) && faultOf(error) === 'unavailable') throw unavailable(running?.service.name ?? 'this service', error);
    throw error;
  }
}

async function guard(declaration: RouteDeclaration, running: Running, context: Context, params: Record<string, unknown>): Promise<void> {
  if (!declaration.protectedBy || !running.service.guard) return;
  const where = { project: textOf(params['projectId']), environment: textOf(params['environment']) };
  await running.service.guard(context, declaration.protectedBy, where);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const requestOf = (incoming: Incoming) => ({
  id: incoming.requestId,
  clientAddress: incoming.clientAddress,
  headers: incoming.http.headers,
});

function checksOf(declaration: RouteDeclaration): (http: HttpRequest) => Promise<CheckedInput> {
  const params = declaration.params && requestCheck('params', declaration.params);
  const query = declaration.query && requestCheck('query', declaration.query);
  const body = declaration.body && bodyCheck(declaration.body);
  return async (http) => {
    const input = { params: { ...http.params }, query: { ...http.query }, body: http.body as unknown };
    params?.(input.params);
    query?.(input.query);
    await body?.(input.body);
    return input as CheckedInput;
  };
}
