import { fetchAccess, fetchState, fetchTokens } from '@signalbox/contracts';
import { answer, type Service, service } from '@signalbox/kit';
import { openRelay } from './open-relay.ts';
import type { Relay } from './relay.ts';
import { relayMetrics } from './report-metrics.ts';
import { relaySurface, usageQueue } from './surface.ts';
import { firstTokenVersion } from './tokens.ts';
import type { UsageReporter } from './usage/usage-reporter.ts';

/** A relay knows tokens, but no users. */
const noUsers = { keys: [], roles: [], grants: [], projects: [], maintenance: false, heard: {} };

/** A relay for one process. Its answers wait until it has opened. */
export function relayService(): Service {
  const { promise: opened, resolve } = Promise.withResolvers<Relay>();
  let accessVersion = () => firstTokenVersion;
  return service<UsageReporter>({
    surface: relaySurface,
    routes: [],
    metrics: relayMetrics,
    open: async (parts) => {
      const { relay, ...own } = await openRelay(parts);
      accessVersion = () => relay.tokens.version;
      resolve(relay);
      return own;
    },
    counts: [{ queue: usageQueue, take: (bodies, { state }) => state.take(bodies) }],
    answers: [
      answer(fetchState, async ({ after }) => (await opened).page(after)),
      answer(fetchTokens, async () => (await opened).list()),
      answer(fetchAccess, async () => ({ ...noUsers, version: accessVersion() })),
    ],
  });
}
