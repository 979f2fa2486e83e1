import { metric, type OpenParts } from '@signalbox/kit';
import type { Replica } from '@signalbox/replica';
import type { Streams } from '../stream/streams.ts';
import type { FollowedTokens } from '../token/follow-tokens.ts';

const stale = metric({
  name: 'signalbox_delivery_stale',
  help: '1 while the served data may be stale.',
  kind: 'gauge',
  labels: ['what'],
});
const age = metric({
  name: 'signalbox_delivery_replica_age_seconds',
  help: 'Time since this process last confirmed that the served data is current.',
  kind: 'gauge',
  labels: ['what'],
});
const revision = metric({
  name: 'signalbox_delivery_revision',
  help: 'Revision of the served features.',
  kind: 'gauge',
  labels: [],
});
const open = metric({ name: 'signalbox_delivery_streams', help: 'Open streams of SDKs.', kind: 'gauge', labels: [] });
const openRefetch = metric({
  name: 'signalbox_delivery_refetch_streams',
  help: 'Open streams of OpenFeature providers.',
  kind: 'gauge',
  labels: [],
});

const openFlagd = metric({
  name: 'signalbox_delivery_flagd_streams',
  help: 'Open streams of the protocols of flagd.',
  kind: 'gauge',
  labels: [],
});

export const deliveryMetrics = [stale, age, revision, open, openRefetch, openFlagd];

interface Observed {
  readonly replica: Pick<Replica, 'stale' | 'view' | 'follower'>;
  readonly tokens: Pick<FollowedTokens, 'stale' | 'ageMs'>;
  readonly streams: Pick<Streams, 'size'>;
  readonly refetchStreams: Pick<Streams, 'size'>;
  readonly changes: { readonly size: number };
}

/** Registers the metrics of delivery. */
export function reportMetrics(
  { report }: Pick<OpenParts, 'report'>,
  { replica, tokens, streams, refetchStreams, changes }: Observed,
): void {
  report(stale, () => [
    { labels: { what: 'features' }, value: Number(replica.stale) },
    { labels: { what: 'tokens' }, value: Number(tokens.stale()) },
  ]);
  report(age, () => [
    { labels: { what: 'features' }, value: replica.follower.ageMs / 1000 },
    { labels: { what: 'tokens' }, value: tokens.ageMs() / 1000 },
  ]);
  report(revision, () => [{ labels: {}, value: replica.view.revision }]);
  report(open, () => [{ labels: {}, value: streams.size }]);
  report(openRefetch, () => [{ labels: {}, value: refetchStreams.size }]);
  report(openFlagd, () => [{ labels: {}, value: changes.size }]);
}
