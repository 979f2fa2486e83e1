import { clientAddressHeader, Failure } from '@signalbox/contracts';
import { type Opened, type Route, type RouteDeclaration } from '@signalbox/kit';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler, type Response } from 'express';
import type { ServiceRuntime } from '../runtime/runtime.ts';
import { paramsReader, type Target } from './dispatch.ts';
import { measureRequest, noRoute } from './measure-request.ts';
import { pipeline } from './pipeline.ts';
import { bodyReader } from './read-body.ts';
import { refuse } from './refuse.ts';
import { encodingOf, send } from './send.ts';
import { nameByRoute } from './trace-requests.ts';

/** The route of a request that Express handles. */
interface Taken {
  readonly path: string;
  readonly serve: (request: Request, response: Response) => Promise<void>;
}

const takenOf = ({ locals }: Response): Partial<Taken> => locals;

/** Handles the requests from `passTo`, and refuses all others in the wire format. */
export function expressApp(runtime: ServiceRuntime): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(measured(runtime));
  app.use((request, response) => {
    const { serve } = takenOf(response);
    if (!serve) throw new Failure('NotFoundError', `There is no route ${request.method} ${request.path}.`);
    return serve(request, response);
  });
  app.use(failureHandler(runtime));
  return app;
}

/** Measures every request of Express, by its route. */
const measured =
  (runtime: ServiceRuntime): RequestHandler =>
  (request, response, next) => {
    measureRequest(runtime, request, response, () => takenOf(response).path ?? noRoute);
    next();
  };

const failureHandler =
  (runtime: ServiceRuntime): ErrorRequestHandler =>
  (error: unknown, request: Request, response, _next) =>
    refuse(runtime, error, request, response);

/** Lets Express handle the requests of a route. */
export function passTo(
  app: Express,
  route: Route<never>,
  runtime: ServiceRuntime,
  { state, identify }: Pick<Opened, 'state'> & Required<Pick<Opened, 'identify'>>,
): (target: Target) => void {
  const { declaration } = route;
  const { path } = declaration;
  const { effects, tracer } = runtime;
  const answer = answerOf(route, runtime, state);
  const readBody = bodyReader(declaration, runtime);
  const readParams = paramsReader(path);
  const serve = async (http: Request, response: Response, { values }: Target) => {
    if (tracer) nameByRoute(tracer.active, http, path);
    markRetired(declaration, response);
    http.params = readParams(values);
    const outgoing = await answer({
      http,
      requestId: http.get('x-request-id') ?? effects.id(),
      clientAddress: http.get(clientAddressHeader) ?? http.socket.remoteAddress ?? '',
      identify: () => identify(http),
      readBody: () => readBody(http, response),
    });
    await send(response, outgoing, encodingOf(http, declaration));
  };
  return (target) => {
    const taken: Taken = { path, serve: (request, response) => serve(request, response, target) };
    app(target.request, Object.assign(target.response, { locals: taken }));
  };
}

function answerOf(declared: Route<never>, runtime: ServiceRuntime, state: unknown): ReturnType<typeof pipeline> {
  const { instrument } = runtime;
  const answer = pipeline(instrument.route?.(declared) ?? declared, runtime, state);
  return instrument.answer?.(declared.declaration, answer) ?? answer;
}

/** Sets the headers of RFC 9745 and RFC 8594, also on refusals. */
function markRetired({ retires }: RouteDeclaration, response: Response): void {
  if (!retires) return;
  response.setHeader('deprecation', `@${Math.floor(retires.since.getTime() / 1000)}`);
  response.setHeader('sunset', retires.until.toUTCString());
}
