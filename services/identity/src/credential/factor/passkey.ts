import { hashSecret } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { passkeyTable } from '../../tables/factor.ts';

/** The public half of a key pair (WebAuthn) whose private half an authenticator of the user holds. */
export class Passkey extends passkeyTable.entity.class {}
passkeyTable.entity.setClass(Passkey);

export const passkeysOf = (em: EntityManager, userId: number): Promise<Passkey[]> =>
  em.find(Passkey, { userId }, { orderBy: { createdAt: 'asc', id: 'asc' } });

/** By what its authenticator calls it. Null for one that nobody has. */
export const findPasskey = (em: EntityManager, credentialId: string): Promise<Passkey | null> =>
  em.findOne(Passkey, { hash: hashSecret(credentialId) });
