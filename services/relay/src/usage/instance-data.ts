/** Numbers of the public port since the last report. */
export interface Traffic {
  readonly requests: number;
  readonly streams: number;
}

/** Identity of the relay for its upstream. */
export interface Instance {
  readonly id: string;
  readonly appName: string;
  readonly version: string;
  readonly started: Date;
}

/** The status that a relay reports to its upstream, in the format of `POST /api/client/metrics/edge`. */
export function instanceData({ id, appName, version, started }: Instance, { requests, streams }: Traffic): object {
  const { user, system } = process.cpuUsage();
  return {
    identifier: id,
    appName,
    edgeVersion: version,
    started: started.toISOString(),
    processMetrics: { cpuUsage: (user + system) / 1_000_000, memoryUsage: process.memoryUsage.rss() },
    traffic: { cachedResponses: {}, getFeatures: emptySummary, getFrontend: emptySummary },
    latencyUpstream: { features: emptySummary, metrics: emptySummary, edge: emptySummary },
    requestsSinceLastReport: { '*': requests },
    connectedStreamingClients: streams,
    connectedEdges: [],
  };
}

const emptySummary = { avg: 0, count: 0, p99: 0 };
