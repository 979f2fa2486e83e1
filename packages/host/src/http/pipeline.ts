import {
  accessMarkHeader,
  type AccessMark,
  Failure,
  furthest,
  type Principal,
  readAccessMark,
  type Revision,
  writeAccessMark,
  writeRevision,
} from '@signalbox/contracts';
import type { Context, Route, RouteDeclaration } from '@signalbox/kit';
import { faultOf, findIdempotencyRecord } from '@signalbox/store';
import type { Request as HttpRequest } from 'express';
import { type ContextOptions, openContext } from '../runtime/contexts.ts';
import { isStored, type ServiceRuntime, type StoredRuntime } from '../runtime/runtime.ts';
import { readFailure, runUnitOfWork } from '../runtime/unit-of-work.ts';
import { bodyCheck, requestCheck } from '../validation/validation.ts';
import { admit } from './admit.ts';
import { waitForAccessMs } from './identify.ts';
import { changeReasonHeader, changeReasonOf } from './change-reason.ts';
import { findRecord, mayHaveLostToItself, openClaim, record, type Repeat, repeatOf, replay } from './idempotency.ts';
import { hasEffect } from './pipeline-failures.ts';
import { querySchemaOf } from './query-schema.ts';
import { readFile } from './read-file.ts';
import { type Encode, type Outgoing, responseEncoder } from './response-encoder.ts';

/** A request in the pipeline, with its HTTP parts and its caller. */
export interface Incoming {
  readonly http: HttpRequest;
  readonly requestId: string;
  readonly clientAddress: string;
  readonly identify: () => Principal | Promise<Principal>;
  /** Reads and parses the body into `http.body`. */
  readonly readBody: () => Promise<void>;
}

/** Compiles the checks of a route, in the order of the wire format (reference, toggle side §1). */
export function pipeline(route: Route<never>, runtime: ServiceRuntime, state: unknown): (incoming: Incoming) => Promise<Outgoing> {
  const { declaration } = route;
  const check = checksOf(declaration);
  const encode = responseEncoder(declaration);
  const isWrite = declaration.method !== 'get' && !declaration.transaction;
  const refusesKey = declaration.transaction?.repetitions === 'refused';
  if (hasEffect(declaration) && !refusesKey && !isStored(runtime)) throw new Error(`${declaration.path} needs a database`);
  return async (incoming) => {
    const { http } = incoming;
    const principal = await incoming.identify();
    admit(declaration, principal, runtime.access, http);
    await admitCredential(declaration, runtime, incoming);
    await incoming.readBody();
    if (declaration.fileDefaults) http.body = await readFile(http, declaration.fileDefaults);
    const input = await check(http);
    const repeat = hasEffect(declaration) ? repeatOf(http, principal, declaration) : null;
    const call: Call = { incoming, principal, input, encode, repeat };
    const answer = await (isWrite ? write(route, runtime as StoredRuntime, call) : run(route, runtime, call, state));
    await untilKnown(runtime, answer);
    return answer;
  };
}

async function admitCredential({ credential }: RouteDeclaration, runtime: ServiceRuntime, incoming: Incoming): Promise<void> {
  if (!credential || !isStored(runtime)) return;
  const em = runtime.store.reader();
  await whenAvailable(runtime, () => credential({ em, request: requestOf(incoming) }));
}

type CheckedInput = { params: never; query: never; body: never };

/** An authorized request. */
interface Call {
  readonly incoming: Incoming;
  readonly principal: Principal;
  readonly input: CheckedInput;
  readonly encode: Encode;
  /** Null without an `Idempotency-Key`, and for requests without an effect. */
  readonly repeat: Repeat | null;
}

/** Runs handlers that open units of work themselves, or none. A request with a key has one effect; a refused request releases its key. */
async function run(route: Route<never>, runtime: ServiceRuntime, call: Call, state: unknown): Promise<Outgoing> {
  const { repeat } = call;
  if (!repeat || !isStored(runtime)) return handle(route, runtime, call, { state });
  const recorded = await whenAvailable(runtime, () => findIdempotencyRecord(runtime.store.reader(), repeat.principal, repeat.key));
  if (recorded) return replay(recorded, repeat.hash);
  const key = openClaim(runtime, repeat);
  try {
    const answer = await handle(route, runtime, call, { state, seal: key.claim, committed: key.committed });
    if (route.declaration.transaction?.repetitions === 'replayed') await key.complete(answer);
    return answer;
  } catch (error) {
    // Reports the original error even if the database is down by now; the key then stays claimed.
    await key.release().catch(() => undefined);
    const winner = mayHaveLostToItself(error) && (await findRecord(runtime, repeat));
    if (winner) return replay(winner, repeat.hash);
    throw error;
  }
}

type Hooks = Pick<ContextOptions, 'state' | 'seal'> & { readonly committed?: () => void };

function handle({ declaration, handler }: Route<never>, runtime: ServiceRuntime, call: Call, hooks: Hooks): Promise<Outgoing> {
  const { incoming, principal, input, encode } = call;
  let last: Raised = { revision: null, mark: {} };
  const committed = ({ revision, mark }: Raised) => {
    last = { revision: revision ?? last.revision, mark: furthest(last.mark, mark) };
    hooks.committed?.();
  };
  const directWrite = declaration.method === 'get' ? undefined : directWriteOf(incoming.http);
  const context = openContext(runtime, principal, { ...hooks, request: requestOf(incoming), directWrite, committed });
  return whenAvailable(runtime, async () => withRaised(encode(await handler(input, context as never)), last));
}

async function write(route: Route<never>, runtime: StoredRuntime, { incoming, principal, input, encode, repeat }: Call): Promise<Outgoing> {
  const { http } = incoming;
  const order = {
    actor: principal,
    ifMatch: http.get('if-match') ?? null,
    correlationId: incoming.requestId,
    directWrite: directWriteOf(http),
  };
  try {
    const committed = await runUnitOfWork(
      runtime,
      order,
      async (context) => {
        const recorded = repeat && (await findIdempotencyRecord(context.em, repeat.principal, repeat.key));
        if (recorded) return { answer: replay(recorded, repeat.hash), isFresh: false };
        await guard(route.declaration, runtime, context, http.params);
        return { answer: encode(await route.handler(input, context as never)), isFresh: true };
      },
      async (em, written) => {
        if (repeat && written.result.isFresh) await record(em, repeat, withRaised(written.result.answer, written), runtime.effects.now());
      },
    );
    return withRaised(committed.result.answer, committed);
  } catch (error) {
    const recorded = repeat && mayHaveLostToItself(error) && (await findRecord(runtime, repeat));
    if (recorded) return replay(recorded, repeat.hash);
    const duplicate = !(error instanceof Failure) && faultOf(error) === 'duplicate';
    if (duplicate && route.declaration.failures.includes('NameExistsError')) {
      throw new Failure('NameExistsError', 'Something with this name was created at the same time. Choose another name.');
    }
    throw error;
  }
}

const directWriteOf = (http: HttpRequest) => ({ reason: changeReasonOf(http.get(changeReasonHeader)) });

/** Numbers raised by units of work, for the response headers. */
interface Raised {
  readonly revision: Revision | null;
  readonly mark: AccessMark;
}

function withRaised(answer: Outgoing, { revision, mark }: Raised): Outgoing {
  const headers = {
    ...(revision && { 'x-revision': writeRevision(revision) }),
    ...(Object.keys(mark).length > 0 && { [accessMarkHeader]: writeAccessMark(mark) }),
  };
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/**
 * Delays a response that changes access until this process has applied the change, for at most a second. The change is committed. The mark
 * in the response makes the caller's next requests wait on any service.
 */
async function untilKnown({ access }: ServiceRuntime, { headers }: Outgoing): Promise<void> {
  const mark = headers[accessMarkHeader];
  if (mark !== undefined) await access.reach(readAccessMark(String(mark)), waitForAccessMs);
}

async function whenAvailable<T>({ service }: ServiceRuntime, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw readFailure(service.name, error);
  }
}

async function guard(
  declaration: RouteDeclaration,
  { service }: ServiceRuntime,
  context: Context,
  params: Record<string, unknown>,
): Promise<void> {
  const { protectedBy: by } = declaration;
  if (!by || by === 'what it changes' || !service.guard) return;
  const where = { project: textOf(params['projectId']), environment: textOf(params['environment']) };
  await service.guard(context, by, where);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const requestOf = (incoming: Incoming) => ({
  id: incoming.requestId,
  clientAddress: incoming.clientAddress,
  headers: incoming.http.headers,
});

function checksOf(declaration: RouteDeclaration): (http: HttpRequest) => Promise<CheckedInput> {
  const params = declaration.params && requestCheck('params', declaration.params);
  const querySchema = querySchemaOf(declaration);
  const query = querySchema && requestCheck('query', querySchema);
  const body = declaration.body && bodyCheck(declaration.body);
  return async (http) => {
    const input = { params: { ...http.params }, query: { ...http.query } as Record<string, unknown>, body: http.body as unknown };
    params?.(input.params);
    query?.(input.query);
    await body?.(input.body);
    return input as CheckedInput;
  };
}
