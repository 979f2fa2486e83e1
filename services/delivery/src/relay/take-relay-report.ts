import { empty, routeWith } from '@signalbox/kit';
import type { Replica } from '@signalbox/replica';
import { onlyCounts } from '../usage/application.ts';
import type { ConnectedRelays } from './connected-relays.ts';
import { RelayReport, relaysIn } from './relay-report.ts';

export interface RelayParts {
  readonly replica: Pick<Replica, 'view'>;
  readonly relays: ConnectedRelays;
}

export const takeRelayReportRoute = routeWith<RelayParts>()(
  {
    method: 'post',
    path: '/api/client/metrics/edge',
    summary: 'Report the status of a relay or of Unleash Edge',
    permission: 'CLIENT',
    body: RelayReport,
    answers: { 202: empty },
    failures: [],
    ...onlyCounts,
  },
  async ({ body }, { state: { relays, replica }, now }) => relays.share(relaysIn(body, replica.view, now())),
);
