import { module } from '@signalbox/kit';
import { approveAuthorizationRoute } from './approval/approve-authorization.ts';
import { approveDeviceRoute } from './approval/approve-device.ts';
import { findDeviceRoute } from './approval/find-device.ts';
import { authorizeDeviceRoute } from './device/authorize-device.ts';
import { forgetGrantsJob } from './forget-grants.ts';
import type { GrantLimits } from './client/grant-limits.ts';
import { describeServerRoute } from './describe-server.ts';
import { grantTokenRoute } from './token/grant-token.ts';
import { revokeLoginRoute } from './token/revoke-login.ts';

/** Login of the command line: an OAuth 2 authorization server for one public client. */
export const authorization = module<GrantLimits>({
  routes: [
    describeServerRoute,
    authorizeDeviceRoute,
    approveAuthorizationRoute,
    findDeviceRoute,
    approveDeviceRoute,
    grantTokenRoute,
    revokeLoginRoute,
  ],
  jobs: [forgetGrantsJob],
});
