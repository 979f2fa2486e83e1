import { type EntityManager, type ReadContext, dayMs } from '@signalbox/kit';
import { signClaims, verifyClaims } from '../access/state/signing-key.ts';
import { linkTo } from '../base/link.ts';

const issuer = 'signalbox/identity/stop-watching';
const validMs = 180 * dayMs;

/** The watch that a link ends. */
export interface WatchKey {
  readonly userId: number;
  readonly feature: string;
}

/** A link that ends a watch without a login: its token is signed and names the watch. */
export async function stopLink({ em, settings, now }: Pick<ReadContext, 'em' | 'settings' | 'now'>, watch: WatchKey): Promise<string> {
  const token = await signClaims({ em, settings }, issuer, { watch }, new Date(now().getTime() + validMs));
  return linkTo(settings, '/stop-watching', { token });
}

/** The watch in the token of a link; null if the token is expired or not from here. */
export async function readStopToken(em: EntityManager, token: string, now: Date): Promise<WatchKey | null> {
  const claims = await verifyClaims(em, issuer, token, now);
  return claims ? (claims['watch'] as WatchKey) : null;
}
