import { ConnectedRelay } from '@signalbox/contracts';
import { fastRoute } from '@signalbox/kit';
import { Type } from 'typebox';
import type { RelayParts } from './take-relay-report.ts';

export const listRelaysRoute = fastRoute(
  {
    method: 'get',
    path: '/api/admin/delivery/relays',
    summary: 'List the relays and Unleash Edge instances that have reported within the last hour',
    permission: 'ADMIN',
    usersToo: true,
    answers: { 200: Type.Object({ relays: Type.Array(ConnectedRelay) }) },
    failures: [],
  },
  (_call, { relays }: RelayParts) => ({ json: JSON.stringify({ relays: relays.list() }) }),
);
