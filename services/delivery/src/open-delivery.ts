import { anonymous, Failure, type Principal, tokenLookup, type TokenState } from '@signalbox/contracts';
import type { Opened, OpenParts } from '@signalbox/kit';
import { Revisions } from '@signalbox/replica';
import { Bodies } from './body/bodies.ts';
import type { DeltaParts } from './delta/get-delta.ts';
import { History } from './delta/history.ts';
import { Evaluations } from './evaluation/evaluations.ts';
import { FeatureQueries } from './feature/feature-queries.ts';
import { Changes } from './flagd/changes.ts';
import { DefinitionSets } from './flagd/definition/definitions.ts';
import { openFlagd } from './flagd/flagd-server.ts';
import type { DefinitionParts } from './flagd/get-definitions.ts';
import type { FrontendParts } from './frontend/evaluate-toggles.ts';
import type { OfrepParts } from './ofrep/evaluate-flags.ts';
import { refetchEvent } from './ofrep/refetch-event.ts';
import type { RefetchParts } from './ofrep/stream-refetches.ts';
import { readTicket } from './ofrep/ticket.ts';
import { reportMetrics } from './metric/report-metrics.ts';
import { type FollowedState, followState } from './state/follow-state.ts';
import { ConnectedRelays } from './relay/connected-relays.ts';
import type { RelayParts } from './relay/take-relay-report.ts';
import { RecentContexts } from './recent/recent-contexts.ts';
import type { ServedParts } from './served/get-served-revision.ts';
import type { StreamingParts } from './stream/open-stream.ts';
import { featureEvents, Streams } from './stream/streams.ts';
import { flagdCertificate, flagdKey, flagdPort, flagdToken, maxStreams } from './surface.ts';
import type { FindToken } from './token/find-token.ts';
import { type FollowedTokens, followTokens } from './token/follow-tokens.ts';
import { PendingTokens } from './token/pending-tokens.ts';
import { secretOf } from './token/secret.ts';
import { SeenTokens } from './token/seen-tokens.ts';
import { isSameScope, principalOf } from './token/token.ts';
import type { ValidationParts } from './token/validate-tokens.ts';
import type { CountingParts } from './usage/count-bulk-metrics.ts';

const expiryMs = 1000;
/** Interval of checks for unused bodies and responses. */
const idleCheckMs = 15_000;
/** Interval of messages with recent contexts. */
const recentMs = 5000;

/** The in-memory state of delivery, as its routes use it. */
export type Delivery = { readonly changes: Changes } & DeltaParts &
  StreamingParts &
  FrontendParts &
  OfrepParts &
  DefinitionParts &
  RefetchParts &
  ServedParts &
  RelayParts &
  ValidationParts &
  CountingParts;

/** Opens the in-memory state of delivery: features, tokens, and the caches derived from them. */
export async function openDelivery(parts: OpenParts): Promise<Opened<Delivery>> {
  const recent = new RecentContexts(parts);
  const lookup = parts.slot(tokenLookup);
  const following = followState(parts, recent);
  const [state, tokens] = await Promise.all([following, followTokens(parts, async () => (await following).flush())]);
  const { replica } = state;
  const { settings, now, access } = parts;
  const pending = new PendingTokens({ ...tokens, lookup }, now);
  const seenTokens = new SeenTokens(parts, tokens.book);
  const relays = await ConnectedRelays.open(parts);
  tokens.onChange(() => pending.arrive());
  const findToken: FindToken = (secret) => {
    if (!tokens.book.ready) throw noTokens();
    return secret === undefined ? null : pending.find(secret);
  };
  const findKnown = (secret: string) => {
    if (!tokens.book.ready) throw noTokens();
    return lookup.learn ? pending.find(secret) : tokens.book.find(secret, now());
  };
  let since = now();
  state.onChange(({ from, to }) => {
    if (to.revision !== from.revision) since = now();
  });
  const accessVersion = () => tokens.book.version;
  const revisions = new Revisions({ replica, accessVersion, maxWaitMs: settings.revisionWaitMs });
  for (const followed of [state, tokens]) followed.onChange(() => revisions.advance());
  const served = { replica, revisions, servedSince: () => since, recent, ...openCaches(parts, state) };
  const tokenOfTicket = (ticket: string) => {
    if (!tokens.book.ready) throw noTokens();
    return readTicket(ticket, tokens.book, now());
  };
  const delivery: Delivery = { access, settings, now, findKnown, tokenOfTicket, seenTokens, relays, ...served };
  const { streams, refetchStreams, changes } = delivery;
  parts.every(recentMs, () => recent.send());
  for (const opened of [streams, refetchStreams, changes]) endStreams(opened, tokens, parts);
  reportMetrics(parts, { replica, tokens, streams, refetchStreams, changes });
  const findWhenReady: FindToken = (secret) => {
    if (!replica.ready) throw noFeatures();
    return findToken(secret);
  };
  const caller = { findToken: findWhenReady, noteUse: ({ hash }: TokenState) => seenTokens.note(hash), fallback: settings.get(flagdToken) };
  const port = settings.get(flagdPort);
  const files = { certificate: settings.get(flagdCertificate), key: settings.get(flagdKey) };
  const flagd = port === null ? null : await openFlagd({ port, ...files }, { ...delivery, caller }, parts);
  return {
    state: delivery,
    identify: callerBy(findToken, seenTokens),
    ready: () => missing({ features: replica.ready, tokens: tokens.book.ready }),
    degraded: () => outdated({ features: replica.stale, tokens: tokens.stale() }),
    close: async () => {
      streams.close();
      refetchStreams.close();
      changes.close();
      await flagd?.close();
      revisions.close();
      pending.close();
      await seenTokens.send();
      await Promise.all([state.close(), tokens.close()]);
    },
  };
}

/** Identifies the caller by its token, and notes the use of the token. */
function callerBy(findToken: FindToken, seenTokens: SeenTokens): NonNullable<Opened['identify']> {
  const callerWith = (token: TokenState | null): Principal => {
    if (!token) return anonymous;
    seenTokens.note(token.hash);
    return principalOf(token);
  };
  return (request) => {
    const found = findToken(secretOf(request));
    return found instanceof Promise ? found.then(callerWith) : callerWith(found);
  };
}

/** Caches derived from the features, which follow their changes. */
function openCaches(parts: OpenParts, state: FollowedState) {
  const { replica } = state;
  const { settings, now, random, id } = parts;
  const bodies = new Bodies(now);
  const history = new History();
  const evaluations = new Evaluations({ replica, now, random, id });
  const limited = { replica, bodies, maxStreams: settings.get(maxStreams) };
  const streams = new Streams({ ...limited, eventAt: featureEvents(history) }, parts);
  const refetchStreams = new Streams({ ...limited, eventAt: refetchEvent }, parts);
  const changes = new Changes({ maxStreams: settings.get(maxStreams), setOf: (scope) => evaluations.set(scope) });
  const definitions = new DefinitionSets((message) => parts.warn(message));
  state.onChange((change) => {
    if (change.to.revision < change.from.revision)
      for (const made of [bodies, history, evaluations, streams, refetchStreams, changes]) made.clear();
    else history.add(change);
    void streams.advance();
    void refetchStreams.advance();
    changes.advance();
  });
  parts.every(idleCheckMs, () => {
    for (const cache of [bodies, evaluations]) cache.dropIdle();
  });
  return { bodies, history, evaluations, streams, refetchStreams, changes, definitions, queries: new FeatureQueries() };
}

type EndedStreams = Pick<Streams, 'keepOnly'> & Partial<Pick<Streams, 'notifyRelays'>>;

/** Closes streams whose token has expired, was revoked or has changed its scope. Notifies relays of revoked tokens. */
function endStreams(streams: EndedStreams, tokens: FollowedTokens, parts: OpenParts): void {
  const end = () => {
    const now = parts.now();
    streams.keepOnly((token) => {
      const current = tokens.book.at(token.hash, now);
      return current !== null && isSameScope(current, token);
    });
  };
  let { revocations } = tokens.book;
  tokens.onChange(() => {
    end();
    if (tokens.book.revocations !== revocations) streams.notifyRelays?.();
    revocations = tokens.book.revocations;
  });
  parts.every(expiryMs, end);
}

/** The port of flagd is open before the process is ready. */
const noFeatures = () => new Failure('UnavailableError', 'Features are not loaded yet. Try again shortly.', { retryAfterSeconds: 2 });
const noTokens = () => new Failure('UnavailableError', 'API tokens are not loaded yet. Try again shortly.', { retryAfterSeconds: 2 });

function missing(has: { features: boolean; tokens: boolean }): string | null {
  if (!has.features && !has.tokens) return 'No features or tokens loaded: toggles and identity have not responded, and no snapshot exists.';
  if (!has.features) return 'No features loaded: toggles has not responded, and no snapshot exists.';
  return has.tokens ? null : 'No tokens loaded: identity has not responded, and no snapshot exists.';
}

function outdated(is: { features: boolean; tokens: boolean }): string | null {
  if (is.features && is.tokens) return 'Features and tokens may be stale.';
  if (is.features) return 'Features may be stale.';
  return is.tokens ? 'Tokens may be stale, so revocations may be missed.' : null;
}
