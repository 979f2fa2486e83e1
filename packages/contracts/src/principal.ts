import { Type, type Static } from 'typebox';
import { TokenType } from './credential.ts';
import { nullable } from './shapes.ts';

/**
 * Who makes a request, as identity vouches for it. `id` is the user's id, null for API tokens (TF §0 row 17: events
 * then carry the token's name alone). `rootRole` is a role id; `accessVersion` is the least version of the access
 * replica that knows everything this principal was granted.
 */
export const Principal = Type.Object({
  kind: Type.Enum(['anonymous', 'user', 'service-account', 'api-token', 'system']),
  id: nullable(Type.Integer()),
  name: Type.String(),
  rootRole: nullable(Type.Integer()),
  groups: Type.Array(Type.Integer()),
  /** Only of users who have logged in: the id of the session (no secret), and until when a second factor counts as proved, in epoch milliseconds. */
  session: Type.Optional(Type.String()),
  provedUntil: Type.Optional(Type.Integer()),
  /** Only of API tokens, from here to `environment`. Several tokens may have the same name. */
  tokenId: Type.Optional(Type.Integer()),
  tokenType: Type.Optional(TokenType),
  projects: Type.Optional(Type.Array(Type.String())),
  environment: Type.Optional(Type.String()),
  accessVersion: Type.Integer(),
});
export type Principal = Static<typeof Principal>;

/** A request without a credential, or with one that nobody knows. */
export const anonymous: Principal = { kind: 'anonymous', id: null, name: 'anonymous', rootRole: null, groups: [], accessVersion: 0 };

/** What the product does of itself: jobs and consumers. */
export const system: Principal = { kind: 'system', id: null, name: 'signalbox', rootRole: null, groups: [], accessVersion: 0 };

/** One string per principal: `user:7`, `api-token:12`, `system:signalbox`. */
export const principalKey = ({ kind, id, tokenId, name }: Principal): string => `${kind}:${id ?? tokenId ?? name}`;

/** The header in which the gateway hands a signed principal to a service. Removed from whatever comes in from outside. */
export const principalHeader = 'x-signalbox-principal';

/** Who signs principals, as the signature names it. */
export const principalIssuer = 'signalbox/identity';

/** The header in which the gateway says from where a request came. What comes in from outside is written over. */
export const clientAddressHeader = 'x-signalbox-client-address';

/** The header that proves the address to a process that is reached from outside as well: nobody else knows the secret. */
export const clientAddressSignatureHeader = 'x-signalbox-client-address-signature';

/** The header in which the gateway says that a page of another origin has caused a change, and of which. */
export const foreignOriginHeader = 'x-signalbox-foreign-origin';

/** The header in which the gateway hands on what the browser's cookie says (`browserCookie`). Removed from whatever comes in from outside. */
export const browserHeader = 'x-signalbox-browser';
