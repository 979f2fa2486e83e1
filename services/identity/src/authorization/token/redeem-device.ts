import type { Failure } from '@signalbox/contracts';
import type { Context, OpenContext } from '@signalbox/kit';
import { oauthFailure } from '../../base/oauth-failure.ts';
import type { AuthorizationGrant } from '../../tables/authorization-grant.ts';
import type { LoginToken } from './login-token.ts';
import { redeemGrant, unusable } from './redeem-grant.ts';

const slowDownSeconds = 5;
/** Requests of a device that keeps the interval arrive with some jitter. */
const toleranceSeconds = 1;

/** Redeems a device code once a person has approved it (RFC 8628 §3.5). */
export const redeemDevice = (context: OpenContext, deviceCode: string): Promise<LoginToken | Failure> =>
  redeemGrant(context, deviceCode, 'device_code', async (work, grant) => {
    if (typeof grant.codeChallenge === 'string') return unusable('device_code');
    if (grant.expiresAt <= work.now()) return oauthFailure('expired_token', 'The device code has expired. Start the login again.');
    if (grant.state === 'denied') return oauthFailure('access_denied', 'The login was denied.');
    return grant.state === 'pending' ? wait(work, grant) : null;
  });

function wait({ now }: Context, grant: AuthorizationGrant): Failure {
  const at = now();
  const isEarly = grant.pollAfter ? at < grant.pollAfter : false;
  if (isEarly) grant.intervalSeconds += slowDownSeconds;
  grant.pollAfter = new Date(at.getTime() + (grant.intervalSeconds - toleranceSeconds) * 1000);
  return isEarly
    ? oauthFailure('slow_down', `Poll at most every ${grant.intervalSeconds} seconds.`)
    : oauthFailure('authorization_pending', 'The login waits for approval.');
}
