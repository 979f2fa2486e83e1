import { Type, type Static } from 'typebox';
import { TokenType } from './credential.ts';
import { nullable } from './shapes.ts';

/** Limits of agents, from the strictest to the loosest. `propose`: its changes become change requests. */
export const agentModes = ['none', 'read', 'propose', 'write'] as const;
/** One of `agentModes`. */
export const AgentMode = Type.Enum([...agentModes]);
export type AgentMode = Static<typeof AgentMode>;

/** The limit of an agent, which can read at least. */
export type AgentLimit = Exclude<AgentMode, 'none'>;

/** The stricter of two modes. */
export const stricterMode = (one: AgentMode, other: AgentMode): AgentMode =>
  agentModes[Math.min(agentModes.indexOf(one), agentModes.indexOf(other))] ?? 'none';

/** A program that acts for a person: the name it gave itself, and a readable id of the client that it connected with. */
export const Agent = Type.Object({ agent: Type.String(), client: Type.String() });
export type Agent = Static<typeof Agent>;

/**
 * The authenticated caller of a request, signed by identity. `id` is the user's id, or null for API tokens (TF §0 row 17: events then
 * contain only the token's name). `rootRole` is a role id. `accessVersion` is the lowest version of the access replica that includes all
 * grants of this principal.
 */
export const Principal = Type.Object({
  kind: Type.Enum(['anonymous', 'user', 'service-account', 'api-token', 'system']),
  id: nullable(Type.Integer()),
  name: Type.String(),
  rootRole: nullable(Type.Integer()),
  groups: Type.Array(Type.Integer()),
  /** Logged-in users only: id of the session (not a secret), and the expiry of step-up authentication in epoch milliseconds. */
  session: Type.Optional(Type.String()),
  provedUntil: Type.Optional(Type.Integer()),
  /** API tokens only, from here to `environment`. Several tokens may have the same name. */
  tokenId: Type.Optional(Type.Integer()),
  tokenType: Type.Optional(TokenType),
  projects: Type.Optional(Type.Array(Type.String())),
  environment: Type.Optional(Type.String()),
  /** Agents only. `mode` is the limit that the person set; environments may be stricter. */
  via: Type.Optional(Agent),
  mode: Type.Optional(AgentMode),
  accessVersion: Type.Integer(),
});
export type Principal = Static<typeof Principal>;

/** A request without a valid credential. */
export const anonymous: Principal = { kind: 'anonymous', id: null, name: 'anonymous', rootRole: null, groups: [], accessVersion: 0 };

/** The product itself: jobs and consumers. */
export const system: Principal = { kind: 'system', id: null, name: 'signalbox', rootRole: null, groups: [], accessVersion: 0 };

const maxNameLength = 255;

/** The product on behalf of a rule, which the name says: `safeguard errors_total`. Names are cut to the length that services store. */
export const systemFor = (name: string): Principal => ({ ...system, name: name.slice(0, maxNameLength).toWellFormed() });

/** Unique key of a principal: `user:7`, `api-token:12`, `system:signalbox`. */
export const principalKey = ({ kind, id, tokenId, name }: Principal): string => `${kind}:${id ?? tokenId ?? name}`;

/** Header with the signed principal, from the gateway to a service. The gateway removes it from external requests. */
export const principalHeader = 'x-signalbox-principal';

/** Issuer of signed principals. */
export const principalIssuer = 'signalbox/identity';

/** Header with the client address, set by the gateway. Values from outside are overwritten. */
export const clientAddressHeader = 'x-signalbox-client-address';

/** Header that proves the client address to a process that is also reachable from outside. Only holders of the secret can sign it. */
export const clientAddressSignatureHeader = 'x-signalbox-client-address-signature';

/** Header with the origin of the foreign page that caused a change, set by the gateway. */
export const foreignOriginHeader = 'x-signalbox-foreign-origin';

/** Header with the value of the browser's cookie (`browserCookie`), set by the gateway. It is removed from external requests. */
export const browserHeader = 'x-signalbox-browser';
