import type { IncomingMessage } from 'node:http';
import { pipeline as pipeStreams } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { clientAddressHeader, Failure, failureOf, type Principal } from '@signalbox/contracts';
import type { Listener, Opened, Route, Service, Settings } from '@signalbox/kit';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import { withoutSecrets } from '../runtime/log.ts';
import type { Metrics } from '../runtime/metrics.ts';
import { fileTypes } from './read-file.ts';
import { type Incoming, pipeline, type PipelineOptions } from './pipeline.ts';
import type { Outgoing } from './response-encoder.ts';
import { setAsideRoutes } from '../messaging/dead-letters.ts';

export interface AppParts extends PipelineOptions {
  readonly service: Service;
  readonly opened: Opened;
  readonly readPrincipal: (request: IncomingMessage) => Promise<Principal>;
  readonly settings: Settings;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly id: () => string;
}

/** A service's routes as a listener: its in-memory front first, then Express, then the wire's 404. */
export function listenerOf(parts: AppParts): Listener {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  for (const route of [...parts.service.routes, ...(parts.running ? setAsideRoutes(parts.running) : [])]) {
    const { method, path, body, bodyLimitBytes, fileDefaults } = route.declaration;
    const limit = typeof bodyLimitBytes === 'function' ? bodyLimitBytes(parts.settings) : (bodyLimitBytes ?? parts.settings.bodyLimitBytes);
    const json = body ? [express.json({ limit, strict: false })] : [];
    const steps = fileDefaults ? [...json, express.raw({ limit, type: fileTypes })] : json;
    app[method](path, ...retirement(route), ...steps, serve(pipeline(route, parts), parts, path));
  }
  app.use((request, _response, next) => next(new Failure('NotFoundError', `There is no ${request.method} ${request.path}.`)));
  app.use(failureHandler(parts));
  const front = parts.opened.front;
  if (!front) return app;
  return (request, response) => {
    if (!front(request, response)) app(request, response);
  };
}

function serve(answer: (incoming: Incoming) => Promise<Outgoing>, parts: AppParts, path: string): RequestHandler {
  const { identify } = parts.opened;
  return async (http, response) => {
    const end = parts.metrics.requests.startTimer({ service: parts.service.name, method: http.method, route: path });
    response.once('close', () => end({ status: response.statusCode }));
    const outgoing = await answer({
      http,
      requestId: requestIdOf(http, parts.id),
      clientAddress: http.get(clientAddressHeader) ?? http.socket.remoteAddress ?? '',
      identify: () => (identify ? identify(http) : parts.readPrincipal(http)),
    });
    await send(response, outgoing);
  };
}

/** The headers of RFC 9745 and RFC 8594, on refusals as well. */
function retirement({ declaration: { retires } }: Route): RequestHandler[] {
  if (!retires) return [];
  return [
    (_http, response, next) => {
      response.setHeader('deprecation', `@${Math.floor(retires.since.getTime() / 1000)}`);
      response.setHeader('sunset', retires.until.toUTCString());
      next();
    },
  ];
}

function requestIdOf(http: Request, id: () => string): string {
  return http.get('x-request-id') ?? id();
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

function failureHandler(parts: AppParts): ErrorRequestHandler {
  return (error: unknown, http, response, _next) => {
    const id = parts.id();
    const failure = asFailure(error);
    const seen = { failure: id, requestId: http.get('x-request-id'), path: withoutSecrets(http.path) };
    if (failure.status >= 500 && failure.name !== 'MaintenanceModeError') {
      parts.log.error({ err: failure.cause ?? error, ...seen }, failure.message);
    } else {
      parts.log.debug({ name: failure.name, ...seen }, withoutSecrets(failure.message));
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (failure.retryAfterSeconds !== undefined) response.setHeader('retry-after', failure.retryAfterSeconds);
    if (!http.complete && failure.status === 413) response.setHeader('connection', 'close');
    response
      .status(failure.status)
      .type('application/json')
      .send(JSON.stringify(failure.body(id)));
  };
}

/** What the wire calls an error that something threw; what Express and its parsers refuse is the caller's doing. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { type, message, status } = error as { type?: string; message?: string; status?: number };
  if (type === 'entity.too.large') return new Failure('ContentTooLarge', 'The body is larger than this route accepts.');
  if (type === 'entity.parse.failed') return new Failure('BadRequestError', `The body is not valid JSON: ${withoutExcerpt(message ?? '')}`);
  if (status === 415) return new Failure('ContentTypeError', message ?? 'The content type is not supported.');
  if (status !== undefined && status >= 400 && status < 500)
    return new Failure('BadRequestError', message ?? 'The request cannot be read.');
  return failureOf(error);
}

/** Without the part of the body that the parser shows: it may be a password, and refusals are logged. */
const withoutExcerpt = (message: string): string => message.replace(/, (?:\.{3})?".*$/s, '');
