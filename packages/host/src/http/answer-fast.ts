import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import type { Principal } from '@signalbox/contracts';
import { type FastAnswer, type FastCall, type FastRoute, type RouteDeclaration, sendJson } from '@signalbox/kit';
import type { ServiceRuntime } from '../runtime/runtime.ts';
import { transientCheck } from '../validation/validation.ts';
import { admitFast, isForTokens, isUser, otherContent, refuseOtherCharset } from './admit.ts';
import { bodyReader } from './read-body.ts';
import { clientAddressOf, hasBody, headerOf, matchesEtag, paramsReader, type RouteParts, type Target } from './target.ts';

type Admit = (request: IncomingMessage) => Promise<Principal> | Principal;
type Part = Record<string, never>;

/** Answers the requests of a fast route. */
export function answerFast(
  route: FastRoute<never>,
  runtime: ServiceRuntime,
  own: RouteParts,
  readPrincipal: RouteParts['identify'],
): (target: Target) => Promise<void> {
  const { declaration, fast } = runtime.instrument.fastRoute?.(route) ?? route;
  const admit = admission(declaration, runtime, own.identify, readPrincipal);
  const readBody = fastBodyReader(declaration, runtime);
  const readParams = paramsReader(declaration.path);
  const checkParams = declaration.params && transientCheck('params', declaration.params);
  const checkQuery = declaration.query && transientCheck('query', declaration.query);
  return async (target) => {
    const { request, response, search } = target;
    const principal = await admit(request);
    const body = (await readBody?.(target)) as Part;
    const params = readParams(target.values) as Part;
    checkParams?.(params);
    const call: FastCall = {
      request,
      response,
      search,
      principal,
      params,
      body,
      get query() {
        const query = { ...parse(search, '&', '=', { maxKeys: 0 }) } as Part;
        checkQuery?.(query);
        return query;
      },
      get clientAddress() {
        return clientAddressOf(request);
      },
      header: (name) => headerOf(request, name),
      admit: () => admit(request),
    };
    const answer = await fast(call, own.state as never);
    if (answer) await send(answer, request, response);
  };
}

/** Authorizes the caller, identified by the service's own `identify` or, if the route admits users too, by the signed principal. */
function admission(
  declaration: RouteDeclaration,
  { access }: ServiceRuntime,
  identify: RouteParts['identify'],
  readPrincipal: RouteParts['identify'],
): Admit {
  const allow = (principal: Principal) => {
    admitFast(declaration, principal, access);
    return principal;
  };
  return async (request) => {
    const caller = await identify(request);
    if (!declaration.usersToo || caller.kind !== 'anonymous') return allow(caller);
    const user = await readPrincipal(request);
    if (!isUser(user)) return allow(caller);
    return isForTokens(declaration) ? user : allow(user);
  };
}

/** Reads and validates the body of any JSON type; no body becomes an empty object. Undefined for a route without a body. */
function fastBodyReader(declaration: RouteDeclaration, runtime: ServiceRuntime): ((target: Target) => Promise<unknown>) | undefined {
  if (!declaration.body) return undefined;
  const read = bodyReader(declaration, runtime, 'fast');
  const check = transientCheck('body', declaration.body);
  return async ({ request, response }) => {
    const type = request.headers['content-type'];
    refuseOtherCharset(type);
    const body = hasBody(request) ? await read(request, response) : {};
    if (body === undefined) throw otherContent(['application/json'], type);
    check(body);
    return body;
  };
}

async function send(answer: FastAnswer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { etag, json, encoding = 'plain' } = answer;
  const isUnchanged = etag !== undefined && matchesEtag(request.headers['if-none-match'], etag);
  const body = isUnchanged ? '' : await (typeof json === 'function' ? json() : json);
  if (etag !== undefined) response.setHeader('etag', etag);
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.appendHeader(name, value);
  if (isUnchanged) return void response.writeHead(304).end();
  if (encoding !== 'plain') response.setHeader('content-encoding', encoding);
  sendJson(response, 200, body);
}
