import { createHash } from 'node:crypto';
import { Failure, type Principal, principalKey, type Revision, writeRevision } from '@signalbox/contracts';
import {
  type Context,
  empty,
  type EntityManager,
  noAccess,
  type OpenContext,
  type Place,
  plainText,
  type ReadContext,
  Reply,
  type Route,
  type RouteDeclaration,
  StreamedReply,
} from '@signalbox/kit';
import { faultOf, findKeptAnswer, keepAnswer, type KeptAnswer } from '@signalbox/store';
import type { Request as HttpRequest } from 'express';
import type { ValidateFunction } from 'ajv';
import type { AccessReplica } from './access-replica.ts';
import type { OpenContexts } from './contexts.ts';
import type { Running } from './runtime.ts';
import { runUnitOfWork, unavailable } from './unit-of-work.ts';
import { fileTypes, readFile } from './read-file.ts';
import { bodyCheck, compile, requestCheck } from './validation.ts';

/** A request on its way through: the parts that the wire gave, and who sent it. */
export interface Incoming {
  readonly http: HttpRequest;
  readonly requestId: string;
  readonly clientAddress: string;
  readonly identify: () => Principal | Promise<Principal>;
}

/** What leaves: a body as JSON text, nothing, or pieces of JSON text. */
export interface Outgoing {
  readonly status: number;
  readonly headers: Record<string, string | readonly string[]>;
  readonly body: string | AsyncIterable<string | Buffer>;
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
    const principal = await incoming.identify();
    refuseStranger(declaration, principal);
    refuseMaintenance(declaration, options.access);
    refuseWithoutPermission(declaration, principal, options.access, incoming.http.params);
    refuseHiddenProject(declaration, principal, options.access, incoming.http.params);
    refuseOtherContent(declaration, incoming.http);
    const { http } = incoming;
    if (declaration.fileDefaults) http.body = await readFile(http, declaration.fileDefaults);
    const input = await check(http);
    return run(route, options, incoming, principal, input, present);
  };
}

type CheckedInput = { params: never; query: never; body: never };
type Present = (result: unknown) => Outgoing;

function run(
  route: Route,
  options: PipelineOptions,
  incoming: Incoming,
  principal: Principal,
  input: CheckedInput,
  present: Present,
): Promise<Outgoing> {
  const { declaration, handler } = route;
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
  return write(checked, options.running, incoming, principal, input, present);
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

async function write(
  route: Route,
  running: Running,
  incoming: Incoming,
  principal: Principal,
  input: CheckedInput,
  present: Present,
): Promise<Outgoing> {
  const { http } = incoming;
  const order = { actor: principal, ifMatch: http.get('if-match') ?? null, correlationId: incoming.requestId };
  const repeat = repeatOf(http, principal);
  try {
    const { result, revision } = await runUnitOfWork(
      running,
      order,
      async (context) => {
        const kept = repeat && (await findKeptAnswer(context.em, repeat.principal, repeat.key));
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

/** A refusal may come from what the first request with the same key has just committed: a name in use, for example. */
const mayHaveLostToItself = (error: unknown): boolean => (error instanceof Failure ? error.status < 500 : faultOf(error) === 'duplicate');

function findKept(running: Running, { principal, key }: Repeat): Promise<KeptAnswer | null> {
  return findKeptAnswer(running.store.reader(), principal, key).catch(() => null);
}

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

function refuseStranger(declaration: RouteDeclaration, principal: Principal): void {
  if (declaration.permission === 'public' || principal.kind !== 'anonymous') return;
  throw new Failure('AuthenticationRequired', 'Log in at /auth/simple/login, or send an API token in the header Authorization.', {
    extra: { type: 'password', path: '/auth/simple/login', defaultHidden: false },
  });
}

function refuseMaintenance(declaration: RouteDeclaration, access: AccessReplica): void {
  if (!access.maintenance || declaration.method === 'get' || !declaration.path.startsWith('/api/admin')) return;
  if (declaration.path.includes('/maintenance')) return;
  const reads = declaration.changesNothing ?? (declaration.events && 'none' in declaration.events && declaration.transaction);
  if (!reads)
    throw new Failure('MaintenanceModeError', 'Signalbox is in maintenance mode: changes are refused until an administrator ends it.', {
      retryAfterSeconds: 60,
    });
}

function refuseWithoutPermission(
  declaration: RouteDeclaration,
  principal: Principal,
  access: AccessReplica,
  params: Record<string, unknown>,
): void {
  const rule = declaration.permission;
  if (rule === 'public') return;
  const ordinary = principal.kind !== 'api-token' || principal.tokenType === 'admin';
  if ((rule === 'authenticated' || declaration.scope === 'project of the feature') && ordinary) return;
  const permissions = rule === 'authenticated' ? ['ADMIN'] : typeof rule === 'string' ? [rule] : [...rule];
  if (access.allows(principal, permissions, placeOf(declaration, params))) return;
  throw noAccess(permissions, placeOf(declaration, params));
}

function placeOf(declaration: RouteDeclaration, params: Record<string, unknown>): Place {
  const project = { project: String(params['projectId']) };
  if (declaration.scope === 'project of the path') return project;
  return declaration.scope === 'environment of the path' ? { ...project, environment: String(params['environment']) } : {};
}

function refuseHiddenProject(
  declaration: RouteDeclaration,
  principal: Principal,
  access: AccessReplica,
  params: Record<string, unknown>,
): void {
  const project = params['projectId'];
  if (declaration.permission === 'public' || typeof project !== 'string' || access.sees(principal, project)) return;
  throw new Failure('NotFoundError', `There is no project ${project}.`);
}

function refuseOtherContent(declaration: RouteDeclaration, http: HttpRequest): void {
  if (!declaration.body || declaration.method === 'delete') return;
  const types = declaration.fileDefaults ? ['application/json', ...fileTypes] : ['application/json'];
  if (http.is(types)) return;
  const sent = http.get('content-type') ?? 'none';
  throw new Failure('ContentTypeError', `Send the body as ${types.join(' or ')}; the content type was ${sent}.`);
}

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

function presenter(declaration: RouteDeclaration, checkAnswers: boolean): Present {
  const statuses = Object.keys(declaration.answers).map(Number);
  const [usual] = statuses;
  if (usual === undefined) throw new Error(`${declaration.method} ${declaration.path} declares no answer`);
  const checks = new Map<number, ValidateFunction>();
  for (const status of checkAnswers ? statuses : []) {
    const schema = declaration.answers[status];
    if (schema && typeof schema !== 'symbol') checks.set(status, compile(schema));
  }
  return (result) => {
    if (result instanceof StreamedReply) {
      const headers = { 'content-type': 'application/json; charset=utf-8', ...result.headers };
      const validate = headers['content-type'].startsWith('application/json') && checks.get(usual);
      return { status: usual, headers, body: validate ? checkedPieces(declaration, result.pieces, validate) : result.pieces };
    }
    const { body, status = usual, headers } = result instanceof Reply ? result : new Reply(result);
    const validate = checks.get(status);
    if (declaration.answers[status] === plainText)
      return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: String(body) };
    const text = declaration.answers[status] === empty ? '' : JSON.stringify(body ?? null);
    if (validate) checkText(declaration, text, validate);
    const type: Record<string, string> = text === '' ? {} : { 'content-type': 'application/json; charset=utf-8' };
    return { status, headers: { ...type, ...headers }, body: text };
  };
}

function checkText({ path }: RouteDeclaration, text: string, validate: ValidateFunction): void {
  if (!validate(JSON.parse(text)))
    throw new Error(`${path} answered what it does not declare: ${JSON.stringify(validate.errors)} ${text.slice(0, 500)}`);
}

/** Longer answers are not checked: they are too much to hold. */
const mostChecked = 1_000_000;

async function* checkedPieces(
  declaration: RouteDeclaration,
  pieces: AsyncIterable<string | Buffer>,
  validate: ValidateFunction,
): AsyncGenerator<string | Buffer> {
  let text = '';
  for await (const piece of pieces) {
    if (text.length <= mostChecked) text += piece.toString();
    yield piece;
  }
  if (text.length <= mostChecked) checkText(declaration, text, validate);
}

interface Repeat {
  readonly principal: string;
  readonly key: string;
  readonly hash: string;
}

const longestKey = 200;

function repeatOf(http: HttpRequest, principal: Principal): Repeat | null {
  const key = http.get('idempotency-key');
  // Nobody has no keys of their own: another nobody could collect the answer.
  if (!key || principal.kind === 'anonymous') return null;
  if (key.length > longestKey) throw new Failure('BadRequestError', `Idempotency-Key may have at most ${longestKey} characters.`);
  const hash = createHash('sha256')
    .update(`${http.method} ${http.originalUrl}\n${JSON.stringify(http.body ?? null)}`)
    .digest('hex');
  return { principal: principalKey(principal).slice(0, 150), key, hash };
}

function replay(kept: KeptAnswer, hash: string): Outgoing {
  if (kept.requestHash !== hash) {
    throw new Failure('IdempotencyKeyReusedError', 'This Idempotency-Key was used for another request. Use a fresh key for each request.');
  }
  return { status: kept.status, headers: { ...kept.headers, 'idempotency-replayed': 'true' }, body: kept.body };
}

async function keep(em: EntityManager, repeat: Repeat, answer: Outgoing, now: Date): Promise<void> {
  if (typeof answer.body !== 'string') return;
  const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
  const kept = { requestHash: repeat.hash, status: answer.status, headers, body: answer.body };
  await keepAnswer(em, repeat.principal, repeat.key, kept, now);
}
