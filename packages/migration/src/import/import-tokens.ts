import { hashSecret } from '@signalbox/contracts/hash-secret';
import { retry } from '@signalbox/timing';
import { RequestFailure } from '../call/api.ts';
import type { SourceToken } from '../source/snapshot.ts';
import { about, inChunks, type Target } from './target.ts';

/** New projects and environments reach the service of the tokens with a delay. */
const waitMs = 500;
const attempts = 20;

/** Imports API tokens by their hashes. Their secrets remain valid. */
export async function importTokens({ api, report }: Target, tokens: readonly SourceToken[]): Promise<void> {
  await inChunks(tokens, async (chunk) => {
    const request = () => api.post('/api/admin/migration/tokens', { tokens: chunk.map(bodyOf) });
    const again = (error: unknown, attempt: number) => attempt < attempts && isUnknownScope(error);
    await about('The tokens', retry(request, { waitMs: () => waitMs, again }));
  });
  report(`${tokens.length} tokens`);
}

const isUnknownScope = (error: unknown): boolean =>
  error instanceof RequestFailure && error.status === 400 && /There is no (?:project|environment)/.test(error.message);

const bodyOf = ({ secret, hash, type, environment, projects, tokenName, createdAt, expiresAt, seenAt }: SourceToken) => ({
  hash: hash ?? hashSecret(secret ?? ''),
  type,
  environment,
  projects,
  tokenName,
  createdAt,
  expiresAt,
  seenAt,
});
