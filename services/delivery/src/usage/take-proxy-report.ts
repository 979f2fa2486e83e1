import { empty, route } from '@signalbox/kit';
import { Type } from 'typebox';

/**
 * What a proxy says of itself once a minute: its version, its load, who asks it. Taken and not kept, because operators see
 * that at the proxy; a refusal would fill its log.
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
    events: { none: 'because nothing is kept' },
    transaction: { none: 'because delivery has no database', repetitions: 'refused' },
  },
  async () => undefined,
);
