import { deepEqual, equal } from 'node:assert/strict';
import { hashSecret, type TokensSeen, type TokenState } from '@signalbox/contracts';
import { SeenTokens } from './seen-tokens.ts';
import { TokenBook } from './token-book.ts';

const now = () => new Date('2026-03-01T12:00:00Z');
const token = (secret: string, expiresAt: number | null = null): TokenState => ({
  hash: hashSecret(secret),
  name: secret,
  type: 'client',
  projects: ['*'],
  environment: 'development',
  expiresAt,
});

describe('tokens in use', () => {
  let seen: SeenTokens;
  let sent: [string, TokensSeen][];
  beforeEach(() => {
    const book = new TokenBook();
    book.replace({ version: 1, tokens: [token('a'), token('b'), token('old', now().getTime())] });
    sent = [];
    const broadcast = async (key: string, body: unknown) => void sent.push([key, body as TokensSeen]);
    seen = new SeenTokens({ broadcast, now, every: () => undefined }, book);
  });

  const hashes = () => sent.map(([, message]) => message.hashes);

  it('are reported by hash, without unknown and expired tokens', async () => {
    seen.note(hashSecret('a'));
    seen.noteSecrets([hashSecret('b'), ' b ', 'unknown', 'old', '']);
    await seen.send();
    deepEqual(sent, [['delivery.tokens-seen', { hashes: [hashSecret('a'), hashSecret('b')], at: now().toISOString() }]]);
  });

  it('are reported once a minute', async () => {
    for (let message = 0; message < 13; message += 1) {
      seen.note(hashSecret('a'));
      await seen.send();
    }
    deepEqual(hashes(), [[hashSecret('a')], [hashSecret('a')]]);
  });

  it('cause no message while none is used', async () => {
    await seen.send();
    equal(sent.length, 0);
  });
});
