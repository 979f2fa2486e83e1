import { anonymous, Failure } from '@signalbox/contracts';
import type { Opened, OpenParts } from '@signalbox/kit';
import { Evaluations } from './evaluation/evaluations.ts';
import { allowOrigins } from './exchange/allow-origins.ts';
import { openFront } from './exchange/front.ts';
import { Bodies } from './feature/bodies.ts';
import { Scopes } from './feature/scope.ts';
import { serveFeatures } from './feature/serve-features.ts';
import { refuseProxyPaths, serveFrontend } from './frontend/serve-frontend.ts';
import { serveManifest } from './ofrep/serve-manifest.ts';
import { serveOfrep } from './ofrep/serve-ofrep.ts';
import { Revisions } from './revision/revisions.ts';
import { followState } from './state/follow-state.ts';
import type { FindToken } from './token/admit-token.ts';
import { followTokens } from './token/follow-tokens.ts';
import { principalOf } from './token/token.ts';
import { validateTokens } from './token/validate-tokens.ts';

/** Opens what delivery holds in memory: the features, the tokens, and the answers made of them. */
export async function openDelivery(parts: OpenParts): Promise<Opened> {
  const [state, tokens] = await Promise.all([followState(parts), followTokens(parts)]);
  const { replica } = state;
  const { settings, now, random, id } = parts;
  const bodies = new Bodies();
  const scopes = new Scopes();
  const revisions = new Revisions(replica);
  const evaluations = new Evaluations({ replica, now, random, id });
  const findToken: FindToken = (secret) => {
    if (!tokens.book.list) throw noTokens;
    return secret === undefined ? null : tokens.book.find(secret, now());
  };
  state.onChange(({ from, to }) => {
    if (to.revision < from.revision) for (const kept of [bodies, evaluations]) kept.clear();
    revisions.advance();
  });
  const shared = { replica, bodies, scopes, revisions, evaluations, findToken, bodyLimitBytes: settings.bodyLimitBytes };
  const answerers = [
    serveFeatures(shared),
    serveFrontend(shared),
    serveOfrep(shared),
    serveManifest(shared),
    validateTokens(shared),
    refuseProxyPaths,
  ];
  return {
    front: openFront(allowOrigins(settings.frontendOrigins), answerers, parts),
    identify: (request) => {
      const token = findToken(request.headers.authorization);
      return token ? principalOf(token) : anonymous;
    },
    ready: () => missing({ features: replica.ready, tokens: tokens.book.list !== null }),
    degraded: () => outdated({ features: replica.stale, tokens: tokens.stale() }),
    close: async () => {
      revisions.close();
      await Promise.all([state.close(), tokens.close()]);
    },
  };
}

const noTokens = new Failure('UnavailableError', 'The API tokens are not known here yet. Try again shortly.', { retryAfterSeconds: 2 });

function missing(has: { features: boolean; tokens: boolean }): string | null {
  if (!has.features && !has.tokens)
    return 'it has neither features nor tokens: toggles and identity have not answered, and nothing was saved';
  if (!has.features) return 'it has no features: toggles has not answered, and nothing was saved';
  return has.tokens ? null : 'it has no tokens: identity has not answered, and nothing was saved';
}

function outdated(is: { features: boolean; tokens: boolean }): string | null {
  if (is.features && is.tokens) return 'features and tokens may be old';
  if (is.features) return 'features may be old';
  return is.tokens ? 'tokens may be old: revocations are missed' : null;
}
