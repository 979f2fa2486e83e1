import type { ConnectedRelay } from '@signalbox/contracts';
import type { TargetRevision } from '../target/targets.ts';

/** Numbers of the public port since the last report. */
interface Traffic {
  readonly requests: number;
  readonly streams: number;
}

/** Identity of the relay for its upstream. */
export interface Instance {
  readonly id: string;
  readonly appName: string;
  readonly version: string;
  readonly region: string | null;
  readonly started: Date;
}

/** Everything that a relay reports besides its identity. */
export interface InstanceState {
  readonly traffic: Traffic;
  readonly revisions: readonly TargetRevision[];
  /** The relays behind this one, at any distance. */
  readonly relays: readonly ConnectedRelay[];
}

/** The status that a relay reports to its upstream, in the format of `POST /api/client/metrics/edge`. */
export function instanceData({ id, appName, version, region, started }: Instance, { traffic, revisions, relays }: InstanceState): object {
  const { user, system } = process.cpuUsage();
  return {
    identifier: id,
    appName,
    edgeVersion: version,
    region,
    started: started.toISOString(),
    processMetrics: { cpuUsage: (user + system) / 1_000_000, memoryUsage: process.memoryUsage.rss() },
    ...notMeasured,
    requestsSinceLastReport: { '*': traffic.requests },
    connectedStreamingClients: traffic.streams,
    edgeApiKeyRevisionIds: revisions,
    connectedEdges: relaysVia(null, relays),
  };
}

/** Required by Unleash. */
const emptySummary = { avg: 0, count: 0, p99: 0 };
const notMeasured = {
  traffic: { cachedResponses: {}, getFeatures: emptySummary, getFrontend: emptySummary },
  latencyUpstream: { features: emptySummary, metrics: emptySummary, edge: emptySummary },
};

/** The reports of the relays with this upstream, each with the relays behind it. */
function relaysVia(upstream: string | null, relays: readonly ConnectedRelay[]): object[] {
  return relays
    .filter(({ via }) => via === upstream)
    .map(({ id, appName, version, region, started, requests, streams, revisionsBehind }) => ({
      identifier: id,
      appName,
      edgeVersion: version,
      region,
      started,
      ...notMeasured,
      requestsSinceLastReport: { '*': requests },
      connectedStreamingClients: streams,
      revisionsBehind,
      connectedEdges: relaysVia(id, relays),
    }));
}
