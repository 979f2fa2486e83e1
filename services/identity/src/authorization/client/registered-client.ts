import { hashSecret } from '@signalbox/contracts';
import { dayMs, type ReadContext } from '@signalbox/kit';
import { type Static, Type } from 'typebox';
import { signClaims, verifyClaims } from '../../access/state/signing-key.ts';
import { AgentName } from '../../agent/agent-token.ts';

/**
 * The client of an agent, as it registered itself (RFC 7591). Nothing is stored, because anybody can register: the client id is the signed
 * registration itself.
 */
export interface RegisteredClient {
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** Readable id for lists and events. */
  readonly id: string;
}

const issuer = 'signalbox/agent-clients';
export const validDays = 90;
const idDigits = 12;

/** An address without a fragment: HTTPS, a loopback address, or a scheme of the client's own (RFC 8252 §7). */
export const RedirectUri = Type.String({
  pattern:
    '^(?:https://[^\\s#/?@]+(?:[/?][^\\s#]*)?|http://(?:127\\.0\\.0\\.1|\\[::1\\]|localhost)(?::[0-9]{1,5})?(?:/[^\\s#]*)?|(?!https?:|javascript:|data:|file:|blob:|about:|vbscript:)[a-z][a-z0-9+.-]*:[^\\s#]*)$',
  maxLength: 200,
});

const Registration = Type.Object({ name: AgentName, redirectUris: Type.Array(RedirectUri) });

/** Returns the client id of a registration. */
export function registerClient(
  context: Pick<ReadContext, 'em' | 'settings' | 'now'>,
  registration: Static<typeof Registration>,
): Promise<string> {
  return signClaims(context, issuer, registration, new Date(context.now().getTime() + validDays * dayMs));
}

/** Returns the registered client; null for an unknown or expired id. */
export async function readClient({ em, now }: Pick<ReadContext, 'em' | 'now'>, clientId: string): Promise<RegisteredClient | null> {
  const claims = await verifyClaims(em, issuer, clientId, now());
  if (!claims) return null;
  const { name, redirectUris } = claims as unknown as Static<typeof Registration>;
  return { name, redirectUris, id: hashSecret(clientId).slice(0, idDigits) };
}

/** Returns true if the client registered the address. The port of a loopback address is free (RFC 8252 §7.3). */
export const isRegistered = ({ redirectUris }: RegisteredClient, redirectUri: string): boolean =>
  redirectUris.some((own) => withoutPort(own) === withoutPort(redirectUri));

const withoutPort = (uri: string): string => uri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):[0-9]{1,5}/, '$1');
