// Authentication of workloads, such as the jobs of a CI system, with tokens of their issuer instead of a stored secret.

export { createWorkloadIdentityRoute } from './administration/create-workload-identity.ts';
export { deleteWorkloadIdentityRoute } from './administration/delete-workload-identity.ts';
export { getWorkloadIdentityRoute, listWorkloadIdentitiesRoute } from './administration/list-workload-identities.ts';
export { updateWorkloadIdentityRoute } from './administration/update-workload-identity.ts';
export { exchangeTokenRoute } from './exchange/exchange-token.ts';
export { forgetExchangedJob } from './exchange/forget-exchanged.ts';
