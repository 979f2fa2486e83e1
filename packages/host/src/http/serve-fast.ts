import type { IncomingMessage } from 'node:http';
import type { Principal } from '@signalbox/contracts';
import type { FastRoute, Opened, RouteDeclaration } from '@signalbox/kit';
import type { ServiceRuntime } from '../runtime/runtime.ts';
import { readFailure } from '../runtime/unit-of-work.ts';
import { admitFast, isUser } from './admit.ts';
import type { Target } from './dispatch.ts';
import { type Admit, Call, fastChecksOf } from './fast-call.ts';
import { readFastBody } from './read-fast-body.ts';
import { refuse } from './refuse.ts';
import { sendFast } from './send-fast.ts';
import { nameByRoute } from './trace-requests.ts';

/** What fast routes are answered with. */
export interface FastParts {
  readonly runtime: ServiceRuntime;
  readonly opened: Opened;
  readonly readPrincipal: (request: IncomingMessage) => Promise<Principal>;
}

/** Answers one request; never rejects. */
export type ServeFast = (target: Target) => Promise<void>;

/** A fast route with everything compiled that can be. Its time ends when the answer is handed on: a stream may last for days. */
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
 * Who calls, if he may: whom the service knows, else, where users may call as well, whom the gateway vouches for. No promise
 * where nothing is waited for: each costs as much as finding the route.
 */
function admission(declaration: RouteDeclaration, { runtime, opened, readPrincipal }: FastParts): Admit {
  const identify = opened.identify ?? readPrincipal;
  const allow = (principal: Principal) => {
    admitFast(declaration, principal, runtime.access);
    return principal;
  };
  const allowUser = async (request: IncomingMessage, caller: Principal) => {
    const user = await readPrincipal(request);
    return isUser(user) ? user : allow(caller);
  };
  const known = (request: IncomingMessage, caller: Principal) =>
    declaration.usersToo && caller.kind === 'anonymous' ? allowUser(request, caller) : allow(caller);
  return (request) => {
    const caller = identify(request);
    return caller instanceof Promise ? caller.then((late) => known(request, late)) : known(request, caller);
  };
}
