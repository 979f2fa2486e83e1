import { DateTime, nullable } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import type { Passkey } from './passkey.ts';

const Base64Url = Type.String({ maxLength: 20_000, pattern: '^[A-Za-z0-9_-]+$' });

const shared = {
  id: Type.String({ maxLength: 1400, pattern: '^[A-Za-z0-9_-]+$' }),
  rawId: Type.String({ maxLength: 1400, pattern: '^[A-Za-z0-9_-]+$' }),
  type: Type.Literal('public-key'),
};

/** What `navigator.credentials.create()` yields, as WebAuthn's `toJSON()` writes it (RegistrationResponseJSON). */
export const RegistrationResponse = Type.Object({
  ...shared,
  response: Type.Object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
  }),
});
export type RegistrationResponse = Static<typeof RegistrationResponse>;

/** What `navigator.credentials.get()` yields, as WebAuthn's `toJSON()` writes it (AuthenticationResponseJSON). */
export const AssertionResponse = Type.Object({
  ...shared,
  response: Type.Object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Type.Optional(Type.String({ maxLength: 100 })),
  }),
});
export type AssertionResponse = Static<typeof AssertionResponse>;

/** What `navigator.credentials.create()` is called with, as WebAuthn's `parseCreationOptionsFromJSON()` reads it. */
export const CreationOptions = Type.Unsafe<object>({ type: 'object', description: 'PublicKeyCredentialCreationOptionsJSON of WebAuthn.' });

/** What `navigator.credentials.get()` is called with, as WebAuthn's `parseRequestOptionsFromJSON()` reads it. */
export const RequestOptions = Type.Unsafe<object>({ type: 'object', description: 'PublicKeyCredentialRequestOptionsJSON of WebAuthn.' });

export const PasskeyName = Type.String({ minLength: 1, maxLength: 100 });

export const PasskeyShape = Type.Object({
  id: Type.String(),
  name: Type.String(),
  passwordless: Type.Boolean(),
  createdAt: DateTime,
  seenAt: nullable(DateTime),
});
export type PasskeyShape = Static<typeof PasskeyShape>;

export const serializePasskey = ({ id, name, passwordless, createdAt, seenAt }: Passkey): PasskeyShape => ({
  id,
  name,
  passwordless,
  createdAt: createdAt.toISOString(),
  seenAt: seenAt?.toISOString() ?? null,
});
