import { metric, type MetricDeclaration, type OpenParts } from '@signalbox/kit';
import type { Relay } from './relay.ts';
import type { UsageReporter } from './usage/usage-reporter.ts';

const current = metric({
  name: 'signalbox_relay_current',
  help: '1 while the upstream confirms that features and tokens are current.',
  kind: 'gauge',
  labels: [],
});
const targets = metric({ name: 'signalbox_relay_targets', help: 'Tokens whose features are fetched.', kind: 'gauge', labels: [] });
const tokens = metric({ name: 'signalbox_relay_tokens', help: 'Valid tokens of applications.', kind: 'gauge', labels: [] });
const waiting = metric({
  name: 'signalbox_relay_usage_waiting',
  help: 'Usage entries that the upstream has not received yet.',
  kind: 'gauge',
  labels: [],
});
const dropped = metric({
  name: 'signalbox_relay_usage_dropped_total',
  help: 'Usage entries that were lost because the upstream was away for too long.',
  kind: 'counter',
  labels: [],
});

export const relayMetrics = [current, targets, tokens, waiting, dropped];

/** Registers the metrics of a relay. */
export function reportMetrics({ report }: Pick<OpenParts, 'report'>, relay: Relay, usage: UsageReporter): void {
  const values: readonly (readonly [MetricDeclaration, () => number])[] = [
    [current, () => Number(relay.current)],
    [targets, () => relay.targets.size],
    [tokens, () => relay.tokens.list().tokens.length],
    [waiting, () => usage.waiting],
    [dropped, () => usage.dropped],
  ];
  for (const [declared, read] of values) report(declared, () => [{ labels: {}, value: read() }]);
}
