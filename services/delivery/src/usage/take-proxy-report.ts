import { empty, route } from '@signalbox/kit';
import { Type } from 'typebox';

/**
 * Accepts the status that a proxy reports every minute (version, load, clients) and drops it, because operators see it at
 * the proxy. A refusal would fill the proxy's log.
 */
export const takeProxyReportRoute = route(
  {
    method: 'post',
    path: '/api/client/metrics/edge',
    summary: 'Accept a proxy’s self-report without storing it',
    permission: 'CLIENT',
    body: Type.Object({}),
    answers: { 202: empty },
    failures: [],
    events: { none: 'because nothing is stored' },
    transaction: { none: 'because delivery has no database', repetitions: 'refused' },
  },
  async () => undefined,
);
