import { type ConnectedRelay, DateTime, mapOf, nullable, validator } from '@signalbox/contracts';
import type { View } from '@signalbox/replica';
import { Type, type Static } from 'typebox';

const short = Type.String({ minLength: 1, maxLength: 255 });
const Amount = Type.Unsafe<number>({ type: 'number', minimum: 0, maximum: 1e15 });
const maxScopes = 1000;
const maxRelays = 100;

/** The revision of the features that a relay has for one of its tokens. */
const TargetRevision = Type.Object({ environment: short, projects: Type.Array(short, { maxItems: maxScopes }), revisionId: Amount });

/** The status that Unleash Edge and relays report every minute. Further properties are ignored. */
export const RelayReport = Type.Object({
  identifier: short,
  appName: short,
  edgeVersion: short,
  started: DateTime,
  region: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  connectedStreamingClients: Type.Optional(Amount),
  requestsSinceLastReport: Type.Optional(mapOf(Amount, { maxProperties: 1000 })),
  edgeApiKeyRevisionIds: Type.Optional(nullable(Type.Array(TargetRevision, { maxItems: maxScopes }))),
  /** Sent by relays for the relays behind them. */
  revisionsBehind: Type.Optional(nullable(Amount)),
  connectedEdges: Type.Optional(
    Type.Array(Type.Unknown(), {
      description: `Reports of the relays behind it. Invalid ones, and all after the first ${maxRelays}, are dropped.`,
    }),
  ),
});
export type RelayReport = Static<typeof RelayReport>;

const isReport = validator(RelayReport);

/** The relay that reports, followed by the relays behind it, at any distance. */
export function relaysIn(report: RelayReport, view: View, now: Date): ConnectedRelay[] {
  const found: { readonly report: RelayReport; readonly via: string | null }[] = [{ report, via: null }];
  // The list grows while it is read.
  for (const { report: each } of found)
    for (const behind of each.connectedEdges ?? [])
      if (found.length < maxRelays && isReport(behind)) found.push({ report: behind, via: each.identifier });
  return found.map((each) => ({
    ...statusOf(each.report, now),
    via: each.via,
    revisionsBehind: each.via === null ? revisionsBehind(report, view) : (each.report.revisionsBehind ?? null),
  }));
}

function statusOf(report: RelayReport, now: Date): Omit<ConnectedRelay, 'via' | 'revisionsBehind'> {
  const { identifier, appName, edgeVersion, region, started, connectedStreamingClients, requestsSinceLastReport } = report;
  const requests = Object.values(requestsSinceLastReport ?? {}).reduce((sum, count) => sum + count, 0);
  return {
    id: identifier,
    appName,
    version: edgeVersion,
    region: region || null,
    started,
    reportedAt: now.toISOString(),
    streams: Math.round(connectedStreamingClients ?? 0),
    requests: Math.round(requests),
  };
}

/** The largest lag of its tokens. Compared when the report arrives, because the relay may have every later change already. */
function revisionsBehind({ edgeApiKeyRevisionIds }: RelayReport, view: View): number | null {
  if (!edgeApiKeyRevisionIds || edgeApiKeyRevisionIds.length === 0) return null;
  const lags = edgeApiKeyRevisionIds.map(({ environment, projects, revisionId }) => {
    return view.scopeRevision(environment, projects.includes('*') ? '*' : projects) - revisionId;
  });
  return Math.round(Math.max(0, ...lags));
}
