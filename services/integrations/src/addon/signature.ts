import { createHmac, randomBytes } from 'node:crypto';
import type { Cipher } from '@signalbox/cipher';
import type { Addon } from './addon.ts';

const prefix = 'whsec_';
const secretBytes = 32;

/** A secret as Standard Webhooks have it: `whsec_` and 32 random bytes in Base64. */
export const newSigningSecret = (): string => prefix + randomBytes(secretBytes).toString('base64');

/** The purpose that the secret of an add-on is encrypted for. */
export const signingPurpose = (id: number): string => `signing secret of add-on ${id}`;

/** The secrets that requests are signed with at the moment: two while one takes the place of the other. */
export function signingSecrets({ id, signingSecret, previousSecret, previousUntil }: Addon, cipher: Cipher, now: Date): string[] {
  const counting = [signingSecret, previousUntil && previousUntil > now ? previousSecret : null];
  return counting.flatMap((secret) => (secret ? (cipher.tryDecrypt(secret, signingPurpose(id)) ?? []) : []));
}

/** The headers by which a receiver knows a message and who sent it (Standard Webhooks, "Webhook headers"). No secret: no signature. */
export function signatureHeaders(message: { readonly id: string; readonly body: string }, secrets: readonly string[], at: Date) {
  const { id, body } = message;
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => `v1,${signatureOf(secret, `${id}.${timestamp}.${body}`)}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') }),
  };
}

const signatureOf = (secret: string, content: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(content)
    .digest('base64');
