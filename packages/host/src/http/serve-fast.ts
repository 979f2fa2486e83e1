import type { IncomingMessage } from 'node:http';
import type { Principal } from '@signalbox/contracts';
import type { FastRoute, Opened, RouteDeclaration } from '@signalbox/kit';
import type { ServiceRuntime } from '../runtime/runtime.ts';
import { readFailure } from '../runtime/unit-of-work.ts';
import { admitFast, isForTokens, isUser } from './admit.ts';
import type { Target } from './dispatch.ts';
import { type Admit, Call, fastChecksOf } from './fast-call.ts';
import { readFastBody } from './read-fast-body.ts';
import { refuse } from './refuse.ts';
import { sendFast } from './send-fast.ts';
import { nameByRoute } from './trace-requests.ts';

/** Tools for serving fast routes. */
export interface FastParts {
  readonly runtime: ServiceRuntime;
  readonly opened: Opened;
  readonly readPrincipal: (request: IncomingMessage) => Promise<Principal>;
}

/** Handles one request. Never rejects. */
export type ServeFast = (target: Target) => Promise<void>;

/** Compiles a fast route. Its duration ends when the response is handed over, since a stream may last for days. */
export function serveFast(route: FastRoute<never>, parts: FastParts): ServeFast {
  const { runtime, opened } = parts;
  const { service, metrics, tracer } = runtime;
  const { declaration, fast } = runtime.instrument.fastRoute?.(route) ?? route;
  const checks = fastChecksOf(declaration);
  const admit = admission(declaration, parts);
  const readBody = readFastBody(declaration, runtime);
  const serve: ServeFast = async (target) => {
    const { request, response } = target;
    const begun = performance.now();
    try {
      const admitted = admit(request);
      const principal = admitted instanceof Promise ? await admitted : admitted;
      const body = readBody && (await readBody(target));
      const answered = fast(new Call(target, checks, principal, admit, body), opened.state as never);
      const answer = answered instanceof Promise ? await answered : answered;
      const sent = answer && sendFast(answer, target);
      if (sent) await sent;
    } catch (error) {
      refuse(runtime, readFailure(service.name, error), request, response);
    }
    const labels = { service: service.name, method: request.method ?? '', route: declaration.path, status: response.statusCode };
    metrics.requests.observe(labels, (performance.now() - begun) / 1000);
  };
  if (!tracer) return serve;
  return (target) => {
    nameByRoute(tracer.active, target.request, declaration.path);
    return serve(target);
  };
}

/**
 * Identifies and authorizes the caller, by the service's own `identify` or, if the route admits users too, by the principal that the
 * gateway signed. Returns no promise if nothing is awaited, because a promise costs as much as routing.
 */
function admission(declaration: RouteDeclaration, { runtime, opened, readPrincipal }: FastParts): Admit {
  const identify = opened.identify ?? readPrincipal;
  const allow = (principal: Principal) => {
    admitFast(declaration, principal, runtime.access);
    return principal;
  };
  const allowUser = async (request: IncomingMessage, caller: Principal) => {
    const user = await readPrincipal(request);
    if (!isUser(user)) return allow(caller);
    return isForTokens(declaration) ? user : allow(user);
  };
  const known = (request: IncomingMessage, caller: Principal) =>
    declaration.usersToo && caller.kind === 'anonymous' ? allowUser(request, caller) : allow(caller);
  return (request) => {
    const caller = identify(request);
    return caller instanceof Promise ? caller.then((late) => known(request, late)) : known(request, caller);
  };
}
