import type { OpenParts } from '@signalbox/kit';
import type { Replica } from '@signalbox/replica';
import type { Streams } from '../stream/streams.ts';
import type { FollowedTokens } from '../token/follow-tokens.ts';

interface Observed {
  readonly replica: Pick<Replica, 'stale' | 'view'>;
  readonly tokens: Pick<FollowedTokens, 'stale'>;
  readonly streams: Pick<Streams, 'size'>;
}

/** States delivery's own metrics. Answers what counts a read; it is called for each, so that labels wait until somebody looks. */
export function reportMetrics(parts: OpenParts, { replica, tokens, streams }: Observed): (name: string, status: number) => void {
  const reads = new Map<string, number>();
  parts.report(
    {
      name: 'signalbox_delivery_reads_total',
      help: 'Answers to programs, by kind and status.',
      kind: 'counter',
      labels: ['read', 'status'],
    },
    () =>
      [...reads].map(([key, value]) => {
        const [read = '', status = ''] = key.split(' ');
        return { labels: { read, status }, value };
      }),
  );
  parts.report({ name: 'signalbox_delivery_stale', help: '1 while what is served may be old.', kind: 'gauge', labels: ['what'] }, () => [
    { labels: { what: 'features' }, value: Number(replica.stale) },
    { labels: { what: 'tokens' }, value: Number(tokens.stale()) },
  ]);
  parts.report(
    { name: 'signalbox_delivery_revision', help: 'Revision of the features that are served.', kind: 'gauge', labels: [] },
    () => [{ labels: {}, value: replica.view.revision }],
  );
  parts.report({ name: 'signalbox_delivery_streams', help: 'Open streams.', kind: 'gauge', labels: [] }, () => [
    { labels: {}, value: streams.size },
  ]);
  return (name, status) => {
    const key = `${name} ${status}`;
    reads.set(key, (reads.get(key) ?? 0) + 1);
  };
}
