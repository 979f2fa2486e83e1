import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Failure } from '@signalbox/contracts';
import { answerJson } from '../exchange/exchange.ts';
import type { Answerer } from '../exchange/front.ts';
import { readJson } from '../exchange/read-json.ts';
import type { FindToken } from './admit-token.ts';

interface ValidationParts {
  readonly findToken: FindToken;
  readonly bodyLimitBytes: number;
}

const check = Compile(Type.Object({ tokens: Type.Array(Type.String()) }));

/**
 * `POST /edge/validate`: which of these tokens count, and for what. Without authentication, because it answers only to
 * who holds the secrets already; not a route, because routes do not see the tokens.
 */
export function validateTokens({ findToken, bodyLimitBytes }: ValidationParts): Answerer {
  return {
    name: 'validate',
    takes: ({ method, path }) => method === 'POST' && path === '/edge/validate',
    async answer(exchange) {
      const body = await readJson(exchange, bodyLimitBytes);
      if (!check.Check(body)) throw badTokens;
      const found = await Promise.all(body.tokens.map(async (secret) => ({ secret, token: await findToken(secret) })));
      const tokens = found.flatMap(({ secret, token }) =>
        token ? [{ token: secret, type: token.type, projects: token.projects, environment: token.environment }] : [],
      );
      answerJson(exchange, 200, JSON.stringify({ tokens }));
    },
  };
}

const badTokens = new Failure('ValidationError', 'tokens must be a list of tokens.', { path: 'tokens' });
