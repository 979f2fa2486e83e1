import type { IncomingMessage } from 'node:http';
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
import { type Context, declared, type Request, type Route, type RouteDeclaration } from '@signalbox/kit';
import { faultOf } from '@signalbox/store';
import type { TSchema } from 'typebox';
import { openContext } from '../runtime/contexts.ts';
import { isStored, type ServiceRuntime, type StoredRuntime } from '../runtime/runtime.ts';
import { runUnitOfWork } from '../runtime/unit-of-work.ts';
import { bodyCheck, requestCheck } from '../validation/validation.ts';
import { admit } from './admit.ts';
import { changeReasonHeader, changeReasonOf } from './change-reason.ts';
import { findReplay, once, openClaim, record, type Repeat, repeatOf } from './idempotency.ts';
import { hasEffect, querySchemaOf } from './pipeline-failures.ts';
import { bodyReader } from './read-body.ts';
import { type Encode, type Outgoing, responseEncoder } from './send.ts';
import { clientAddressOf, headerOf, paramsReader, readQuery, refuseOtherEncodings, type RouteParts, type Target } from './target.ts';

/** Compiles the checks of a route, in the order of the wire format (reference, toggle side §1). */
export function pipeline(
  route: Route<never>,
  runtime: ServiceRuntime,
  { state, identify }: RouteParts,
): (target: Target) => Promise<Outgoing> {
  const { declaration } = route;
  const readParams = paramsReader(declaration.path);
  const readBody = declaration.body && bodyReader(declaration, runtime);
  const check = checksOf(declaration);
  const encode = responseEncoder(declaration);
  const isWrite = declaration.method !== 'get' && !declaration.transaction;
  const refusesKey = declaration.transaction?.repetitions === 'refused';
  if (hasEffect(declaration) && !refusesKey && !isStored(runtime)) throw new Error(`${declaration.path} needs a database`);
  return async ({ request, response, search, values }) => {
    const params = readParams(values);
    const principal = await identify(request);
    admit({ declaration, principal, access: runtime.access, params }, request);
    const origin = requestOf(request, runtime);
    if (isStored(runtime)) await declaration.credential?.({ em: runtime.store.reader(), request: origin });
    const body = await readBody?.(request, response);
    const normalized = declaration.normalize ? declaration.normalize(body) : body;
    const input = await check({ params: { ...params }, query: readQuery(search), body: normalized, search });
    const repeat = hasEffect(declaration) ? repeatOf(request, body, principal, declaration) : null;
    const call: Call = { request, origin, params, principal, input, encode, repeat };
    const work = () => (isWrite ? write(route, runtime as StoredRuntime, call) : run(route, runtime, call, state));
    const answer = await (repeat && isStored(runtime) ? once(runtime, repeat, work) : work());
    await untilKnown(runtime, answer);
    return answer;
  };
}

type CheckedInput = { params: never; query: never; body: never };

/** An authorized request. */
interface Call {
  readonly request: IncomingMessage;
  readonly origin: Request;
  readonly params: Readonly<Record<string, string>>;
  readonly principal: Principal;
  readonly input: CheckedInput;
  readonly encode: Encode;
  /** Null without an `Idempotency-Key`, and for requests without an effect. */
  readonly repeat: Repeat | null;
}

/** Runs handlers that open units of work themselves, or none. A refused request releases its key. */
async function run({ declaration, handler }: Route<never>, runtime: ServiceRuntime, call: Call, state: unknown): Promise<Outgoing> {
  const { request, origin, principal, input, encode, repeat } = call;
  const replayed = repeat && isStored(runtime) && (await findReplay(runtime.store.reader(), repeat));
  if (replayed) return replayed;
  const claim = repeat && isStored(runtime) ? openClaim(runtime, repeat) : null;
  let last: Raised = { revision: null, mark: {} };
  const committed = ({ revision, mark }: Raised) => {
    last = { revision: revision ?? last.revision, mark: furthest(last.mark, mark) };
    claim?.committed();
  };
  const directWrite = declaration.method === 'get' ? undefined : directWriteOf(request);
  const context = openContext(runtime, principal, { state, request: origin, directWrite, committed, seal: claim?.claim });
  const answer = await answered().catch(async (error: unknown) => {
    // Reports the original error even if the database is down by now; the key then stays claimed.
    await claim?.release().catch(() => undefined);
    throw error;
  });
  // The effect has committed. If its response cannot be stored, the key stays claimed, so that a repetition has no second effect.
  if (declaration.transaction?.repetitions === 'replayed')
    await claim?.complete(answer).catch((error: unknown) => runtime.log.warn({ err: error }, 'could not store a response for repetitions'));
  return answer;

  async function answered(): Promise<Outgoing> {
    return withRaised(encode(await handler(input, context as never)), last);
  }
}

async function write(route: Route<never>, runtime: StoredRuntime, call: Call): Promise<Outgoing> {
  const { request, origin, params, principal, input, encode, repeat } = call;
  const order = {
    actor: principal,
    ifMatch: headerOf(request, 'if-match') ?? null,
    correlationId: origin.id,
    directWrite: directWriteOf(request),
  };
  try {
    const committed = await runUnitOfWork(
      runtime,
      order,
      async (context) => {
        const replayed = repeat && (await findReplay(context.em, repeat));
        if (replayed) return { answer: replayed, isFresh: false };
        await guard(route.declaration, runtime, context, params);
        return { answer: encode(await route.handler(input, context as never)), isFresh: true };
      },
      // Only a response that is stored in the transaction needs the numbers before the commit.
      repeat
        ? async (em, written) => {
            if (written.result.isFresh) await record(em, repeat, withRaised(written.result.answer, written), runtime.effects.now());
          }
        : undefined,
    );
    return withRaised(committed.result.answer, committed);
  } catch (error) {
    const isDuplicate = !(error instanceof Failure) && faultOf(error) === 'duplicate';
    if (!isDuplicate || !route.declaration.failures.includes('NameExistsError')) throw error;
    throw new Failure('NameExistsError', 'Something with this name was created at the same time. Choose another name.');
  }
}

const directWriteOf = (request: IncomingMessage) => ({ reason: changeReasonOf(headerOf(request, changeReasonHeader.toLowerCase())) });

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
  if (mark !== undefined) await access.reach(readAccessMark(String(mark)));
}

async function guard(
  { protectedBy: by }: RouteDeclaration,
  { service }: ServiceRuntime,
  context: Context,
  { projectId: project = '', environment = '' }: Readonly<Record<string, string>>,
): Promise<void> {
  if (by) await service.guard?.(context, by, { project, environment });
}

const requestOf = (request: IncomingMessage, { effects }: ServiceRuntime): Request => ({
  id: headerOf(request, 'x-request-id') ?? effects.id(),
  clientAddress: clientAddressOf(request),
  headers: request.headers,
});

interface SentInput {
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly body: unknown;
  /** The query as it was sent. */
  readonly search: string;
}

const onlyDeclared = (schema: TSchema | undefined, value: Record<string, unknown>) => (schema ? declared(schema, value as never) : {});

/** Validates a request and hands on only what the route declares. */
function checksOf(declaration: RouteDeclaration): (sent: SentInput) => Promise<CheckedInput> {
  const params = declaration.params && requestCheck('params', declaration.params);
  const querySchema = querySchemaOf(declaration);
  const query = querySchema && requestCheck('query', querySchema);
  const body = declaration.body && bodyCheck(declaration.body);
  return async ({ search, ...sent }) => {
    params?.(sent.params);
    if (query) refuseOtherEncodings(search);
    query?.(sent.query);
    return {
      params: onlyDeclared(declaration.params, sent.params),
      query: onlyDeclared(querySchema, sent.query),
      body: await body?.(sent.body),
    } as CheckedInput;
  };
}
