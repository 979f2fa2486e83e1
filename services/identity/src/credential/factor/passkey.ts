import { hashSecret } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { passkeyTable } from '../../tables/factor.ts';

/** The public key of a WebAuthn key pair; an authenticator of the user has the private key. */
export class Passkey extends passkeyTable.entity.class {}
passkeyTable.entity.setClass(Passkey);

export const passkeysOf = (em: EntityManager, userId: number): Promise<Passkey[]> =>
  em.find(Passkey, { userId }, { orderBy: { createdAt: 'asc', id: 'asc' } });

/** Finds a passkey by its credential id; null if it is unknown. */
export const findPasskey = (em: EntityManager, credentialId: string): Promise<Passkey | null> =>
  em.findOne(Passkey, { hash: hashSecret(credentialId) });
