import { defineEntity, p } from '@mikro-orm/core';
import { hashSecret } from '@signalbox/contracts';
import { type EntityManager, Instant, JsonText } from '@signalbox/kit';

export const passkeyEntity = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  properties: {
    /** Of the credential's id, which is too long for a key. */
    hash: p.string().primary(),
    /** What lists name it by. */
    id: p.string(),
    userId: p.integer().fieldName('user_id'),
    /** What its authenticator calls it, in base64url. */
    credentialId: p.text().fieldName('credential_id'),
    /** COSE, in base64url. */
    publicKey: p.text().fieldName('public_key'),
    /** How often it was used, as the authenticator counts; 0 for one that does not count. */
    counter: p.bigint('number').fieldName('use_count'),
    transports: p.type(JsonText).$type<string[]>(),
    name: p.string(),
    /** Whether its user has chosen to log in with it alone. */
    passwordless: p.boolean(),
    createdAt: p.type(Instant).$type<Date>().fieldName('created_at'),
    seenAt: p.type(Instant).$type<Date>().fieldName('seen_at').nullable(),
  },
});

/** The public half of a key pair (WebAuthn) whose private half an authenticator of the user holds. */
export class Passkey extends passkeyEntity.class {}
passkeyEntity.setClass(Passkey);

export const passkeysOf = (em: EntityManager, userId: number): Promise<Passkey[]> =>
  em.find(Passkey, { userId }, { orderBy: { createdAt: 'asc', id: 'asc' } });

/** By what its authenticator calls it. Null for one that nobody has. */
export const findPasskey = (em: EntityManager, credentialId: string): Promise<Passkey | null> =>
  em.findOne(Passkey, { hash: hashSecret(credentialId) });
