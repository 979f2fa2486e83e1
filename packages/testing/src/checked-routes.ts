import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { Failure, type FailureName, validator } from '@signalbox/contracts';
import { type Instrument, pipelineFailures } from '@signalbox/host';
import {
  type Context,
  type FastAnswer,
  type FastRoute,
  type OpenContext,
  Reply,
  type Route,
  type RouteDeclaration,
  StreamedReply,
  WrittenReply,
} from '@signalbox/kit';
import { noteEmitted } from './emitted-events.ts';

type Check = (value: unknown) => void;

/**
 * Makes routes fail like a bug if a response, header, event or failure is undeclared. All tests run on such routes; the product does not.
 */
export const checkedRoutes: Instrument = {
  route: checkedRoute,
  fastRoute: checkedFastRoute,
  answer: checkedRefusals,
  emitted: noteEmitted,
};

function checkedRoute(route: Route<never>): Route<never> {
  const { declaration, handler } = route;
  const checks = checksOf(declaration);
  return {
    ...route,
    async handler(input, context) {
      return checkedResult(declaration, await handler(input, checkedContext(declaration, context) as never), checks);
    },
  };
}

function checkedFastRoute(route: FastRoute<never>): FastRoute<never> {
  const { declaration, fast } = route;
  const check = checksOf(declaration).get(200);
  return {
    ...route,
    fast: (call, state) => checkedRefusals(declaration, async () => checkedAnswer(declaration, await fast(call, state), check))(call),
  };
}

function checkedAnswer(declaration: RouteDeclaration, answer: FastAnswer | undefined, check: Check | undefined): FastAnswer | undefined {
  if (!answer) return undefined;
  const { path, answers } = declaration;
  if (answer.etag !== undefined && !(304 in answers)) throw new Error(`${path} answers with an ETag and declares no 304`);
  if (!check) throw new Error(`${path} answered 200, which it does not declare`);
  checkHeaders(declaration, answer.headers ?? {});
  return { ...answer, json: () => checkedBytes(answer, check) };
}

async function checkedBytes({ json, encoding = 'plain' }: FastAnswer, check: Check): Promise<Buffer> {
  const bytes = Buffer.from(typeof json === 'function' ? await json() : json);
  check(JSON.parse((await decoders[encoding](bytes)).toString()));
  return bytes;
}

const decoders = { plain: async (bytes: Buffer) => bytes, gzip: promisify(gunzip), br: promisify(brotliDecompress) };

function checksOf({ answers, path }: RouteDeclaration): ReadonlyMap<number, Check> {
  const checks = new Map<number, Check>();
  for (const [status, schema] of Object.entries(answers)) {
    if (typeof schema === 'symbol') continue;
    const validate = validator(schema);
    checks.set(Number(status), (value) => {
      const problems = validate.problemsOf(value);
      if (problems.length > 0)
        throw new Error(`${path} returned an undeclared body: ${JSON.stringify(problems)} ${JSON.stringify(value)?.slice(0, 500)}`);
    });
  }
  return checks;
}

function checkedResult(declaration: RouteDeclaration, result: unknown, checks: ReadonlyMap<number, Check>): unknown {
  const { answers, path } = declaration;
  const [defaultStatus = 200] = Object.keys(answers).map(Number);
  if (result instanceof Reply || result instanceof StreamedReply) checkHeaders(declaration, result.headers);
  if (result instanceof StreamedReply) {
    const check = isJson(result) ? checks.get(defaultStatus) : undefined;
    return check ? new StreamedReply(checkedChunks(result.chunks, check), result.headers) : result;
  }
  if (result instanceof WrittenReply) {
    checks.get(defaultStatus)?.(JSON.parse(result.text));
    return result;
  }
  const { body, status = defaultStatus } = result instanceof Reply ? result : new Reply(result);
  if (!Object.hasOwn(answers, status)) throw new Error(`${path} answered ${status}, which it does not declare`);
  checks.get(status)?.(JSON.parse(JSON.stringify(body ?? null)));
  return result;
}

/** Headers that need no declaration. */
const ordinaryHeaders: readonly string[] = ['cache-control', 'content-disposition', 'content-type', 'vary'];

function checkHeaders({ path, headers = {} }: RouteDeclaration, sent: object): void {
  const declared = new Set([...ordinaryHeaders, ...Object.keys(headers).map((name) => name.toLowerCase())]);
  const undeclared = Object.keys(sent).find((name) => !declared.has(name.toLowerCase()));
  if (undeclared !== undefined) throw new Error(`${path} sends the undeclared header ${undeclared}`);
}

const isJson = ({ headers }: StreamedReply): boolean => (headers['content-type'] ?? 'application/json').startsWith('application/json');

/** Limit of checked responses, because longer ones would need too much memory. */
const maxCheckedCharacters = 1_000_000;

async function* checkedChunks(chunks: AsyncIterable<string | Buffer>, check: Check): AsyncGenerator<string | Buffer> {
  let text = '';
  for await (const chunk of chunks) {
    if (text.length <= maxCheckedCharacters) text += chunk.toString();
    yield chunk;
  }
  if (text.length <= maxCheckedCharacters) check(JSON.parse(text));
}

/** A context that publishes only declared events, in its own unit of work or in those that it opens. */
function checkedContext(declaration: RouteDeclaration, context: Context | OpenContext): Context | OpenContext {
  if ('write' in context) {
    const write: OpenContext['write'] = (work, actor) => context.write((inner) => work(checkedPublishing(declaration, inner)), actor);
    return Object.create(context, { write: { value: write } }) as OpenContext;
  }
  return 'publish' in context ? checkedPublishing(declaration, context) : context;
}

function checkedPublishing({ method, path, events }: RouteDeclaration, context: Context): Context {
  const declared = events && !('none' in events) ? events.map(({ type }) => type) : [];
  return {
    ...context,
    publish(event, fact) {
      if (!declared.includes(event.type)) throw new Error(`${method} ${path} emits the undeclared event ${event.type}`);
      context.publish(event, fact);
    },
  };
}

/** Allows only failures that the route declares or the pipeline produces. */
function checkedRefusals<Request, Answer>(
  declaration: RouteDeclaration,
  answer: (request: Request) => Promise<Answer>,
): (request: Request) => Promise<Answer> {
  const declared: readonly FailureName[] = [...declaration.failures, ...pipelineFailures(declaration)];
  return async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      if (!(error instanceof Failure) || declared.includes(error.name)) throw error;
      const { method, path } = declaration;
      throw new Error(`${method} ${path} fails with the undeclared ${error.name}`, { cause: error });
    }
  };
}
