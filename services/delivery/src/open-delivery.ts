import type { IncomingMessage, ServerResponse } from 'node:http';
import { anonymous, Failure } from '@signalbox/contracts';
import { answerCrossOrigin, type Opened, type OpenParts, pathOf, prefixFinder } from '@signalbox/kit';
import { Revisions } from '@signalbox/replica';
import { History } from './delta/history.ts';
import { serveDelta } from './delta/serve-delta.ts';
import { Evaluations } from './evaluation/evaluations.ts';
import { openFront } from './exchange/front.ts';
import { Bodies } from './feature/bodies.ts';
import { Scopes } from './feature/scope.ts';
import { serveFeatures } from './feature/serve-features.ts';
import { refuseProxyPaths, serveFrontend } from './frontend/serve-frontend.ts';
import { reportMetrics } from './metric/report-metrics.ts';
import { serveManifest } from './ofrep/serve-manifest.ts';
import { serveOfrep } from './ofrep/serve-ofrep.ts';
import { deliverySurface, maxStreams } from './surface.ts';
import { type FollowedState, followState } from './state/follow-state.ts';
import { serveStreaming } from './stream/serve-streaming.ts';
import { Streams } from './stream/streams.ts';
import { admitWith, type FindToken } from './token/admit-token.ts';
import { type FollowedTokens, followTokens } from './token/follow-tokens.ts';
import { LateTokens } from './token/late-tokens.ts';
import { isSameScope, principalOf } from './token/token.ts';
import { findPersonWith } from './token/person.ts';
import { validateTokens } from './token/validate-tokens.ts';

const keepAliveMs = 30_000;
const expiryMs = 1000;

/** Opens what delivery holds in memory: the features, the tokens, and the answers made of them. */
export async function openDelivery(parts: OpenParts): Promise<Opened> {
  const [state, tokens] = await Promise.all([followState(parts), followTokens(parts)]);
  const { replica } = state;
  const { settings, now } = parts;
  const late = new LateTokens(tokens.book, now);
  tokens.onChange(() => late.arrive());
  const findToken: FindToken = (secret) => {
    if (!tokens.book.list) throw noTokens;
    return secret === undefined ? null : late.find(secret);
  };
  const findKnown = (secret: string) => {
    if (!tokens.book.list) throw noTokens;
    return tokens.book.find(secret, now());
  };
  const held = holdAnswers(parts, state);
  const accessVersion = () => tokens.book.list?.version ?? 0;
  const revisions = new Revisions({ replica, accessVersion, longestWaitMs: settings.revisionWaitMs });
  for (const followed of [state, tokens]) followed.onChange(() => revisions.advance());
  endStreams(held.streams, tokens, parts);
  const shared = {
    replica,
    findToken,
    findKnown,
    admit: admitWith({ findToken, findPerson: findPersonWith(parts, replica), revisions, replica }),
    bodyLimitBytes: settings.bodyLimitBytes,
    ...held,
  };
  const answerers = [
    serveFeatures(shared),
    serveDelta(shared),
    serveStreaming(shared),
    serveFrontend(shared),
    serveOfrep(shared),
    serveManifest(shared),
    validateTokens(shared),
    refuseProxyPaths,
  ];
  const count = reportMetrics(parts, { replica, tokens, streams: held.streams });
  return {
    fastPath: openFront(crossOriginOf(parts), answerers, parts, count),
    identify: async (request) => {
      const token = await findToken(request.headers.authorization);
      return token ? principalOf(token) : anonymous;
    },
    ready: () => missing({ features: replica.ready, tokens: tokens.book.list !== null }),
    degraded: () => outdated({ features: replica.stale, tokens: tokens.stale() }),
    close: async () => {
      held.streams.close();
      revisions.close();
      late.close();
      await Promise.all([state.close(), tokens.close()]);
    },
  };
}

/** Answers the preflights of browsers, and lets their pages read what follows. */
function crossOriginOf(parts: OpenParts): (request: IncomingMessage, response: ServerResponse) => boolean {
  const find = prefixFinder([deliverySurface]);
  return (request, response) => (find(pathOf(request))?.crossOrigin ?? false) && answerCrossOrigin(parts, request, response);
}

/** What is made of the features, and moves on with them. */
function holdAnswers(parts: OpenParts, state: FollowedState) {
  const { replica } = state;
  const { settings, now, random, id } = parts;
  const bodies = new Bodies();
  const history = new History();
  const evaluations = new Evaluations({ replica, now, random, id });
  const streams = new Streams({ replica, bodies, history, mostStreams: settings.get(maxStreams) }, parts);
  state.onChange((change) => {
    if (change.to.revision < change.from.revision) for (const kept of [bodies, history, evaluations, streams]) kept.clear();
    else history.add(change);
    void streams.advance();
  });
  parts.every(keepAliveMs, () => streams.keepAlive());
  return { bodies, history, evaluations, streams, scopes: new Scopes() };
}

/** A stream lasts as long as its token is good for the same. */
function endStreams(streams: Streams, tokens: FollowedTokens, parts: OpenParts): void {
  const end = () => {
    const now = parts.now();
    streams.keepOnly((token) => {
      const current = tokens.book.at(token.hash, now);
      return current !== null && isSameScope(current, token);
    });
  };
  tokens.onChange(end);
  parts.every(expiryMs, end);
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
