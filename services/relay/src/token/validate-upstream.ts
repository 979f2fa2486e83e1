import type { Upstream } from '../upstream/upstream.ts';
import { type KnownToken, knownTokenOf, type Validated } from './known-token.ts';

/** Upstreams accept this many secrets at once. */
export const secretsAtOnce = 100;

/** The valid ones among the secrets, by secret. Rejects if the upstream does not respond. */
export async function validateUpstream(
  upstream: Pick<Upstream, 'send'>,
  secrets: readonly string[],
): Promise<ReadonlyMap<string, KnownToken>> {
  const valid = new Map<string, KnownToken>();
  for (let start = 0; start < Math.max(1, secrets.length); start += secretsAtOnce) {
    const tokens = secrets.slice(start, start + secretsAtOnce);
    const { status, text } = await upstream.send({ method: 'POST', path: '/edge/validate', body: JSON.stringify({ tokens }) });
    if (status !== 200) throw new Error(`The upstream answered ${status} to the validation of tokens.`);
    const body = JSON.parse(text) as { tokens?: readonly Validated[] };
    // Another server in place of the upstream must not revoke all tokens.
    if (!Array.isArray(body.tokens)) throw new Error('The upstream sent no list of tokens.');
    for (const validated of body.tokens as readonly Validated[]) {
      const known = knownTokenOf(validated);
      if (known && tokens.includes(known.secret)) valid.set(known.secret, known);
    }
  }
  return valid;
}
