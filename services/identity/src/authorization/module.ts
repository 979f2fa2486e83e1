// Logins of the command line and of agents: an OAuth 2 authorization server for public clients.

export { approveAuthorizationRoute } from './approval/approve-authorization.ts';
export { approveDeviceRoute } from './approval/approve-device.ts';
export { findDeviceRoute } from './approval/find-device.ts';
export { registerAgentClientRoute } from './client/register-client.ts';
export { describeResourceRoute, describeResourceOfPathRoute } from './describe-resource.ts';
export { authorizeDeviceRoute } from './device/authorize-device.ts';
export { forgetGrantsJob } from './forget-grants.ts';
export { describeServerRoute } from './describe-server.ts';
export { grantTokenRoute } from './token/grant-token.ts';
export { revokeLoginRoute } from './token/revoke-login.ts';
