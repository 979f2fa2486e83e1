import { Failure, hashSecret, type Principal, systemFor } from '@signalbox/contracts';
import { type ReadContext, Reply } from '@signalbox/kit';
import { readSignOn } from '../../base/sign-on-setting.ts';

/** The actor that provisions users. */
export const provisioner: Principal = systemFor('scim');

/** Throws 401 without the token whose hash the settings have, and always while provisioning is disabled. */
export async function requireProvisioner({ em, request }: Pick<ReadContext, 'em' | 'request'>): Promise<void> {
  const [, token = ''] = /^(?:Bearer +)?(\S+)$/i.exec(String(request.headers['authorization'] ?? '')) ?? [];
  const scim = await readSignOn(em, 'scim');
  if (scim?.enabled && token && scim.tokenHash === hashSecret(token)) return;
  throw new Failure('AuthenticationRequired', 'Send the provisioning token as Authorization: Bearer <token>.');
}

/** The media type of SCIM (RFC 7644 §8.1). */
export const scimType = 'application/scim+json';

/** A response in the media type of SCIM. */
export const scimReply = <Body>(body: Body, headers: Record<string, string> = {}): Reply<Body> =>
  new Reply(body, { headers: { 'content-type': scimType, 'cache-control': 'no-store', ...headers } });

/** Accepted content types of SCIM requests. */
export const scimBodies = [scimType, 'application/json'] as const;
