import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Failure, type TokenState } from '@signalbox/contracts';
import { answerJson } from '../exchange/exchange.ts';
import type { Answerer } from '../exchange/front.ts';
import { readJson } from '../exchange/read-json.ts';

interface ValidationParts {
  /** The token with a secret, of those that are known already. */
  readonly findKnown: (secret: string) => TokenState | null;
  readonly bodyLimitBytes: number;
}

const check = Compile(Type.Object({ tokens: Type.Array(Type.String(), { maxItems: 100 }) }));

/**
 * `POST /edge/validate`: which of these tokens count, and for what. Without authentication, because it answers only to
 * who holds the secrets already; so it waits for no token that may be on its way, which anybody could fill the places of. Not a
 * route, because routes do not see the tokens.
 */
export function validateTokens({ findKnown, bodyLimitBytes }: ValidationParts): Answerer {
  return {
    name: 'validate',
    takes: ({ method, path }) => method === 'POST' && path === '/edge/validate',
    async answer(exchange) {
      const body = await readJson(exchange, bodyLimitBytes);
      if (!check.Check(body)) throw badTokens;
      const tokens = body.tokens.flatMap((secret) => {
        const token = findKnown(secret);
        return token ? [{ token: secret, type: token.type, projects: token.projects, environment: token.environment }] : [];
      });
      answerJson(exchange, 200, JSON.stringify({ tokens }));
    },
  };
}

const badTokens = new Failure('ValidationError', 'tokens must be a list of at most 100 tokens.', { path: 'tokens' });
