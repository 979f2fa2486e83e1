import { module } from '@signalbox/kit';
import type { OutboundState } from '@signalbox/outbound';
import { createWorkloadIdentityRoute } from './administration/create-workload-identity.ts';
import { deleteWorkloadIdentityRoute } from './administration/delete-workload-identity.ts';
import { getWorkloadIdentityRoute, listWorkloadIdentitiesRoute } from './administration/list-workload-identities.ts';
import { updateWorkloadIdentityRoute } from './administration/update-workload-identity.ts';
import type { ExchangeState } from './exchange/exchange-log.ts';
import { exchangeTokenRoute } from './exchange/exchange-token.ts';
import { forgetExchangedJob } from './exchange/forget-exchanged.ts';
import type { IssuerState } from './exchange/issuer-keys.ts';

/** Authentication of workloads, such as the jobs of a CI system, with tokens of their issuer instead of a stored secret. */
export const workload = module<OutboundState & IssuerState & ExchangeState>({
  routes: [
    listWorkloadIdentitiesRoute,
    getWorkloadIdentityRoute,
    createWorkloadIdentityRoute,
    updateWorkloadIdentityRoute,
    deleteWorkloadIdentityRoute,
    exchangeTokenRoute,
  ],
  jobs: [forgetExchangedJob],
});
