import { Payload } from '@signalbox/contracts';
import { empty, type FastAnswer, type FastCall, fastRoute, changesNothing } from '@signalbox/kit';
import { Type } from 'typebox';
import type { Evaluations } from '../evaluation/evaluations.ts';
import { ContextBody, contextInBody, contextInQuery, ContextParameters, type GivenContext } from '../evaluation/read-context.ts';
import { scopeOf } from '../feature/scope.ts';
import type { RecentContexts } from '../recent/recent-contexts.ts';
import { callerOf, type CallerParts } from '../token/caller.ts';
import { toggleFormat } from './toggle-format.ts';

export interface FrontendParts extends CallerParts {
  readonly evaluations: Evaluations;
  readonly recent: RecentContexts;
}

export const FrontendToggle = Type.Object({
  name: Type.String(),
  enabled: Type.Literal(true),
  variant: Type.Object({
    name: Type.String(),
    enabled: Type.Boolean(),
    feature_enabled: Type.Boolean(),
    payload: Type.Optional(Payload),
  }),
  impressionData: Type.Boolean(),
});

export const FrontendToggles = Type.Object({ toggles: Type.Array(FrontendToggle) });

/** `/api/proxy` is the older path. */
const frontendRoute = {
  summary: 'Evaluate all features for a context',
  permission: 'FRONTEND',
  crossOrigin: true,
  answers: { 200: FrontendToggles, 304: empty },
  failures: ['BadRequestError', 'TooEarlyError', 'UnavailableError'],
} as const;

const withQuery = (path: string) =>
  fastRoute({ ...frontendRoute, method: 'get', path, query: ContextParameters }, (call, parts: FrontendParts) =>
    evaluateToggles(call, () => contextInQuery(call.query), parts),
  );

const withBody = (path: string) =>
  fastRoute({ ...frontendRoute, ...changesNothing, method: 'post', path, body: ContextBody }, (call, parts: FrontendParts) =>
    evaluateToggles(call, () => contextInBody(call.body), parts),
  );

export const evaluateTogglesRoute = withQuery('/api/frontend');
export const evaluateTogglesForBodyRoute = withBody('/api/frontend');
export const evaluateProxyTogglesRoute = withQuery('/api/proxy');
export const evaluateProxyTogglesForBodyRoute = withBody('/api/proxy');

const headers = { 'cache-control': 'no-cache', vary: 'Authorization' };

async function evaluateToggles(call: FastCall, read: () => GivenContext, parts: FrontendParts): Promise<FastAnswer> {
  const token = await callerOf(call, parts);
  const given = withAddress(read(), call);
  const scope = scopeOf(token, given.fields.environment);
  parts.recent.offer(scope, given);
  return { headers, ...(await parts.evaluations.render(toggleFormat, scope, given)) };
}

function withAddress({ fields, properties }: GivenContext, { clientAddress }: FastCall): GivenContext {
  return fields.remoteAddress ? { fields, properties } : { fields: { ...fields, remoteAddress: clientAddress }, properties };
}
