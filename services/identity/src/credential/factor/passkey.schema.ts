import { DateTime, nullable } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import type { Passkey } from '../../tables/factor.ts';

const Base64Url = Type.String({ maxLength: 20_000, pattern: '^[A-Za-z0-9_-]+$' });

const shared = {
  id: Type.String({ maxLength: 1400, pattern: '^[A-Za-z0-9_-]+$' }),
  rawId: Type.String({ maxLength: 1400, pattern: '^[A-Za-z0-9_-]+$' }),
  type: Type.Literal('public-key'),
};

/** Result of `navigator.credentials.create()` in the form of WebAuthn's `toJSON()` (RegistrationResponseJSON). */
export const RegistrationResponse = Type.Object({
  ...shared,
  response: Type.Object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
  }),
});
export type RegistrationResponse = Static<typeof RegistrationResponse>;

/** Result of `navigator.credentials.get()` in the form of WebAuthn's `toJSON()` (AuthenticationResponseJSON). */
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

/** Options for `navigator.credentials.create()` in the form that WebAuthn's `parseCreationOptionsFromJSON()` reads. */
export const CreationOptions = Type.Unsafe<object>({ type: 'object', description: 'PublicKeyCredentialCreationOptionsJSON of WebAuthn.' });

/** Options for `navigator.credentials.get()` in the form that WebAuthn's `parseRequestOptionsFromJSON()` reads. */
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
