import { createHmac, randomBytes } from 'node:crypto';
import type { Cipher } from '@signalbox/cipher';
import type { Addon } from './addon.ts';

const prefix = 'whsec_';
const secretBytes = 32;

/** A secret in the format of Standard Webhooks: `whsec_` and 32 random bytes in Base64. */
export const newSigningSecret = (): string => prefix + randomBytes(secretBytes).toString('base64');

/** Encryption purpose of an add-on's signing secret. */
export const signingPurpose = (id: number): string => `signing secret of add-on ${id}`;

/** The secrets that currently sign requests: two during a rotation. */
export function signingSecrets({ id, signingSecret, previousSecret, previousUntil }: Addon, cipher: Cipher, now: Date): string[] {
  const counting = [signingSecret, previousUntil && previousUntil > now ? previousSecret : null];
  return counting.flatMap((secret) => (secret ? (cipher.tryDecrypt(secret, signingPurpose(id)) ?? []) : []));
}

/** Message id, time and signatures (Standard Webhooks, "Webhook headers"). There is no signature without a secret. */
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
