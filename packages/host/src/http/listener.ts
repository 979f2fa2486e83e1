import { pipeline as pipeStreams } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { clientAddressHeader, Failure } from '@signalbox/contracts';
import { answerFailure, type Listener, type Opened, prefixFinder, type Route, type RouteDeclaration } from '@signalbox/kit';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import { withoutSecrets } from '../runtime/log.ts';
import type { ServiceRuntime } from '../runtime/runtime.ts';
import { principalReader } from './identify.ts';
import { fileTypes } from './read-file.ts';
import { type Incoming, pipeline } from './pipeline.ts';
import { refuseShadowed } from './refuse-shadowed.ts';
import type { Outgoing } from './response-encoder.ts';

/** A service's routes as a listener: its fast path first, then Express, then the wire's 404. */
export function listenerOf(runtime: ServiceRuntime, opened: Opened, routes: readonly Route<never>[]): Listener {
  refuseShadowed(routes.map(({ declaration }) => declaration));
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  const identify = opened.identify ?? principalReader(runtime.access, runtime.effects);
  for (const declared of routes) {
    const { declaration } = declared;
    const { method, path } = declaration;
    const answer = answerOf(declared, runtime, opened.state);
    app[method](path, ...retirement(declaration), ...parsersOf(declaration, runtime), serve(answer, runtime, path, identify));
  }
  app.use((request, _response, next) => next(new Failure('NotFoundError', `There is no ${request.method} ${request.path}.`)));
  app.use(failureHandler(runtime));
  const { fastPath } = opened;
  if (!fastPath) return app;
  return (request, response) => {
    if (!fastPath(request, response)) app(request, response);
  };
}

function answerOf(declared: Route<never>, runtime: ServiceRuntime, state: unknown): ReturnType<typeof pipeline> {
  const { instrument } = runtime;
  const answer = pipeline(instrument.route?.(declared) ?? declared, runtime, state);
  return instrument.answer?.(declared.declaration, answer) ?? answer;
}

/** What reads the body, up to what the service's surface says of the path. */
function parsersOf({ path, body, fileDefaults }: RouteDeclaration, { service, settings }: ServiceRuntime): RequestHandler[] {
  const special = prefixFinder([service.surface])(path)?.bodyLimitBytes;
  const limit = special ? settings.get(special) : settings.bodyLimitBytes;
  const json = body ? [express.json({ limit, strict: false })] : [];
  return fileDefaults ? [...json, express.raw({ limit, type: fileTypes })] : json;
}

function serve(
  answer: (incoming: Incoming) => Promise<Outgoing>,
  { metrics, service, effects }: ServiceRuntime,
  path: string,
  identify: NonNullable<Opened['identify']>,
): RequestHandler {
  return async (http, response) => {
    const end = metrics.requests.startTimer({ service: service.name, method: http.method, route: path });
    response.once('close', () => end({ status: response.statusCode }));
    const outgoing = await answer({
      http,
      requestId: http.get('x-request-id') ?? effects.id(),
      clientAddress: http.get(clientAddressHeader) ?? http.socket.remoteAddress ?? '',
      identify: () => identify(http),
    });
    await send(response, outgoing);
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

async function send(response: Response, outgoing: Outgoing): Promise<void> {
  response.statusCode = outgoing.status;
  for (const [name, value] of Object.entries(outgoing.headers)) response.setHeader(name, value);
  if (typeof outgoing.body === 'string') {
    if (outgoing.body !== '') response.setHeader('content-length', Buffer.byteLength(outgoing.body));
    response.end(outgoing.body);
    return;
  }
  const pieces = await begun(outgoing.body);
  await pipeStreams(Readable.from(pieces, { objectMode: false }), response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error; // The caller went away; there is nobody to answer.
  });
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

/** Answers what something threw, and logs it under the id that the answer has: as an error where it is the product's doing. */
function failureHandler({ log, effects }: ServiceRuntime): ErrorRequestHandler {
  return (error: unknown, http: Request, response, _next) => {
    const id = effects.id();
    const failure = answerFailure(http, response, readerFailure(error), id);
    const seen = { failure: id, requestId: http.get('x-request-id'), path: withoutSecrets(http.path) };
    if (failure.status >= 500 && failure.name !== 'MaintenanceModeError') {
      log.error({ err: failure.cause ?? error, ...seen }, failure.message);
    } else {
      log.debug({ name: failure.name, ...seen }, withoutSecrets(failure.message));
    }
  };
}

/** What Express and its parsers refuse is the caller's doing; everything else is handed on. */
function readerFailure(error: unknown): unknown {
  if (error instanceof Failure) return error;
  const { type, message, status } = error as { type?: string; message?: string; status?: number };
  if (type === 'entity.too.large') return new Failure('ContentTooLarge', 'The body is larger than this route accepts.');
  if (type === 'entity.parse.failed') return new Failure('BadRequestError', `The body is not valid JSON: ${withoutExcerpt(message ?? '')}`);
  if (status === 415) return new Failure('ContentTypeError', message ?? 'The content type is not supported.');
  if (status !== undefined && status >= 400 && status < 500)
    return new Failure('BadRequestError', message ?? 'The request cannot be read.');
  return error;
}

/** Without the part of the body that the parser shows: it may be a password, and refusals are logged. */
const withoutExcerpt = (message: string): string => message.replace(/, (?:\.{3})?".*$/s, '');
