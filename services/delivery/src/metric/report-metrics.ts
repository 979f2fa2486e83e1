import type { OpenParts } from '@signalbox/kit';
import type { Replica } from '@signalbox/replica';
import type { Streams } from '../stream/streams.ts';
import type { FollowedTokens } from '../token/follow-tokens.ts';

interface Observed {
  readonly replica: Pick<Replica, 'stale' | 'view'>;
  readonly tokens: Pick<FollowedTokens, 'stale'>;
  readonly streams: Pick<Streams, 'size'>;
}

/** States delivery's own metrics. */
export function reportMetrics({ report }: Pick<OpenParts, 'report'>, { replica, tokens, streams }: Observed): void {
  report({ name: 'signalbox_delivery_stale', help: '1 while what is served may be old.', kind: 'gauge', labels: ['what'] }, () => [
    { labels: { what: 'features' }, value: Number(replica.stale) },
    { labels: { what: 'tokens' }, value: Number(tokens.stale()) },
  ]);
  report({ name: 'signalbox_delivery_revision', help: 'Revision of the features that are served.', kind: 'gauge', labels: [] }, () => [
    { labels: {}, value: replica.view.revision },
  ]);
  report({ name: 'signalbox_delivery_streams', help: 'Open streams.', kind: 'gauge', labels: [] }, () => [
    { labels: {}, value: streams.size },
  ]);
}
