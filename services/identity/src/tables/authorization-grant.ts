import type { AgentLimit } from '@signalbox/contracts';
import { fixedText, instant, integer, table, text } from '@signalbox/table';

export const authorizationGrantTable = table('authorization_grant', 'AuthorizationGrant', {
  /** Hash of the authorization code or the device code. */
  hash: fixedText(64).key(),
  /** Hash of the code that a person types; null for an authorization code. */
  userCodeHash: fixedText(64).nullable(),
  /** The name of the machine, as the command line reports it; or what an agent calls itself. */
  host: text(63),
  /** Agents only: the registered client, and how far the agent may go. */
  client: text(63).nullable(),
  agentMode: text(20).as<AgentLimit>().nullable(),
  /** The address that the login started from. */
  address: text(64),
  /** PKCE challenge (S256) of an authorization code; null for a device, as is the redirect. */
  codeChallenge: fixedText(43).nullable(),
  redirectUri: text(200).nullable(),
  /** The user who decided; null until then. */
  userId: integer().nullable(),
  state: text(20).as<'pending' | 'approved' | 'denied' | 'used'>(),
  /** Seconds between two polls of a device. */
  intervalSeconds: integer(),
  /** A device that polls earlier is too fast. */
  pollAfter: instant().nullable(),
  /** Hash of the token that was issued for it. */
  tokenHash: fixedText(64).nullable(),
  createdAt: instant(),
  expiresAt: instant(),
});

/**
 * A login of the command line between its start and its token: an authorization code that a person has approved (RFC 6749 §4.1), or a device
 * that waits for approval (RFC 8628).
 */
export class AuthorizationGrant extends authorizationGrantTable.entity.class {}
authorizationGrantTable.entity.setClass(AuthorizationGrant);
