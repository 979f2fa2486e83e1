import { pipeline as pipeStreams } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { clientAddressHeader, Failure } from '@signalbox/contracts';
import {
  type Encoding,
  encodingFor,
  type FastRoute,
  isFast,
  type Listener,
  type Opened,
  pathOf,
  prefixFinder,
  type Route,
  type RouteDeclaration,
} from '@signalbox/kit';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import type { ServiceRuntime } from '../runtime/runtime.ts';
import { compress, compressor, minBytes } from './compress.ts';
import { type BodyReader, bodyReader } from './read-body.ts';
import { openFastPath } from './fast-path.ts';
import { principalReader } from './identify.ts';
import { type Incoming, pipeline } from './pipeline.ts';
import { measureRequest, noRoute } from './measure-request.ts';
import { refuse } from './refuse.ts';
import { refuseShadowed } from './refuse-shadowed.ts';
import { routersByLength } from './routers-by-length.ts';
import { nameByRoute, tracedRequests } from './trace-requests.ts';
import type { Outgoing } from './response-encoder.ts';

/** A service's routes as a listener: its fast path first, then Express, then the wire's 404. */
export const listenerOf = (runtime: ServiceRuntime, opened: Opened, declared: Declared): Listener =>
  tracedRequests(runtime, routed(runtime, opened, declared));

type Declared = readonly (Route<never> | FastRoute<never>)[];

function routed(runtime: ServiceRuntime, opened: Opened, declared: Declared): Listener {
  const routes = declared.filter(isOrdinary);
  refuseShadowed(routes.map(({ declaration }) => declaration));
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.use(measured(runtime));
  const { routerOf, handle } = routersByLength();
  const readPrincipal = principalReader(runtime.access, runtime.effects);
  const identify = opened.identify ?? readPrincipal;
  for (const route of routes) {
    const { declaration } = route;
    const { method, path } = declaration;
    const answer = answerOf(route, runtime, opened.state);
    routerOf(method, path)[method](
      path,
      ...retirement(declaration),
      serve(answer, runtime, declaration, { identify, readBody: bodyReader(declaration, runtime) }),
    );
  }
  app.use(handle);
  app.use((request, _response, next) => next(new Failure('NotFoundError', `There is no ${request.method} ${request.path}.`)));
  app.use(failureHandler(runtime));
  const fastPath = opened.fastPath ?? openFastPath({ runtime, opened, readPrincipal }, declared);
  if (!fastPath) return app;
  const measure = opened.fastPath ? measureForwarded(runtime) : () => undefined;
  return (request, response) => {
    measure(request, response);
    if (!fastPath(request, response)) app(request, response);
  };
}

/** Times every request of Express, by the route that takes it. */
const measured =
  (runtime: ServiceRuntime): RequestHandler =>
  (http, response, next) => {
    measureRequest(runtime, http, response, () => routeOf(response));
    next();
  };

const routeOf = ({ locals }: Response): string => (locals as { route?: string }).route ?? noRoute;

/** Times what is passed on, by the declared prefix that leads to a service, whether it gets there or is refused on the way. */
function measureForwarded(runtime: ServiceRuntime): Listener {
  const find = prefixFinder(runtime.surfaces);
  return (request, response) => measureRequest(runtime, request, response, () => find(pathOf(request))?.prefix ?? noRoute);
}

function answerOf(declared: Route<never>, runtime: ServiceRuntime, state: unknown): ReturnType<typeof pipeline> {
  const { instrument } = runtime;
  const answer = pipeline(instrument.route?.(declared) ?? declared, runtime, state);
  return instrument.answer?.(declared.declaration, answer) ?? answer;
}

const isOrdinary = (route: Route<never> | FastRoute<never>): route is Route<never> => !isFast(route);

function serve(
  answer: (incoming: Incoming) => Promise<Outgoing>,
  { effects, tracer }: ServiceRuntime,
  declaration: RouteDeclaration,
  { identify, readBody }: { identify: NonNullable<Opened['identify']>; readBody: BodyReader },
): RequestHandler {
  return async (http, response) => {
    (response.locals as { route?: string }).route = declaration.path;
    if (tracer) nameByRoute(tracer.active, http, declaration.path);
    const outgoing = await answer({
      http,
      requestId: http.get('x-request-id') ?? effects.id(),
      clientAddress: http.get(clientAddressHeader) ?? http.socket.remoteAddress ?? '',
      identify: () => identify(http),
      readBody: () => readBody(http, response),
    });
    await send(response, outgoing, encodingOf(http, declaration));
  };
}

/** The headers of RFC 9745 and RFC 8594, on refusals as well. */
function retirement({ retires }: RouteDeclaration): RequestHandler[] {
  if (!retires) return [];
  return [
    (_http, response, next) => {
      response.setHeader('deprecation', `@${Math.floor(retires.since.getTime() / 1000)}`);
      response.setHeader('sunset', retires.until.toUTCString());
      next();
    },
  ];
}

/** How the answer is packed. One that holds a secret is not, whoever asks: its length would tell of the secret (BREACH, CVE-2013-3587). */
const encodingOf = (http: Request, { holdsSecret }: RouteDeclaration): Encoding =>
  holdsSecret ? 'plain' : encodingFor(http.get('accept-encoding'), ['br', 'gzip']);

async function send(response: Response, outgoing: Outgoing, encoding: Encoding): Promise<void> {
  response.statusCode = outgoing.status;
  for (const [name, value] of Object.entries(outgoing.headers)) response.setHeader(name, value);
  if (outgoing.body === '') return void response.end();
  response.setHeader('vary', `${String(response.getHeader('vary') ?? 'Cookie, Authorization')}, Accept-Encoding`);
  if (typeof outgoing.body === 'string') return sendComplete(response, Buffer.from(outgoing.body), encoding);
  const pieces = Readable.from(await begun(outgoing.body), { objectMode: false });
  if (encoding !== 'plain') response.setHeader('content-encoding', encoding);
  const sent = encoding === 'plain' ? pipeStreams(pieces, response) : pipeStreams(pieces, compressor(encoding), response);
  await sent.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error; // The caller went away; there is nobody to answer.
  });
}

async function sendComplete(response: Response, body: Buffer, encoding: Encoding): Promise<void> {
  if (encoding === 'plain' || body.length < minBytes) return sendBytes(response, body);
  const packed = await compress(body, encoding);
  response.setHeader('content-encoding', encoding);
  sendBytes(response, packed);
}

function sendBytes(response: Response, bytes: Buffer): void {
  response.setHeader('content-length', bytes.length);
  response.end(bytes);
}

/** Waits for the first piece, so that what fails before it is an ordinary refusal. */
async function begun(pieces: AsyncIterable<string | Buffer>): Promise<AsyncIterable<Buffer>> {
  const iterator = pieces[Symbol.asyncIterator]();
  const { value: first, done } = await iterator.next();
  return (async function* () {
    if (done) return;
    try {
      yield bytesOf(first);
      for await (const piece of { [Symbol.asyncIterator]: () => iterator }) yield bytesOf(piece);
    } finally {
      await iterator.return?.();
    }
  })();
}

const bytesOf = (piece: string | Buffer): Buffer => (typeof piece === 'string' ? Buffer.from(piece) : piece);

const failureHandler =
  (runtime: ServiceRuntime): ErrorRequestHandler =>
  (error: unknown, http: Request, response, _next) =>
    refuse(runtime, error, http, response);
