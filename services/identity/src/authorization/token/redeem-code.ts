import { createHash } from 'node:crypto';
import type { Failure } from '@signalbox/contracts';
import type { OpenContext } from '@signalbox/kit';
import type { AuthorizationGrant } from '../../tables/authorization-grant.ts';
import type { LoginToken } from './login-token.ts';
import { redeemGrant, unusable } from './redeem-grant.ts';

/** The parameters of a token request with a code. */
interface Redemption {
  /** The registered client; null for the command line. */
  readonly client: string | null;
  readonly code: string;
  readonly redirectUri: string;
  readonly verifier: string;
}

/** Redeems an authorization code. A request with another redirect or verifier uses up the code, so nobody can try several. */
export const redeemCode = (context: OpenContext, redemption: Redemption): Promise<LoginToken | Failure> =>
  redeemGrant(context, redemption.code, 'code', async ({ now }, grant) => {
    if (typeof grant.codeChallenge !== 'string') return unusable('code');
    if (grant.expiresAt > now() && isBy(grant, redemption)) return null;
    grant.state = 'used';
    return unusable('code');
  });

const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/;

const isBy = ({ codeChallenge, redirectUri, client = null }: AuthorizationGrant, redemption: Redemption): boolean =>
  client === redemption.client &&
  redirectUri === redemption.redirectUri &&
  verifierPattern.test(redemption.verifier) &&
  codeChallenge === createHash('sha256').update(redemption.verifier).digest('base64url');
