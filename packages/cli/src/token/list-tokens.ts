import { command } from '../command/command.ts';
import { listOf } from '../output/answer.ts';

export const listTokens = command({
  name: 'token list',
  summary: 'List the API tokens of applications, with masked secrets',
  examples: [{ line: 'signalbox token list', text: 'Lists the tokens that you can see.' }],
  async run(_, session) {
    const { tokens } = await (await session.api()).ask('GET /api/admin/api-tokens', {});
    return listOf(tokens, {
      id: ({ id }) => id,
      name: ({ tokenName }) => tokenName,
      secret: ({ secret }) => secret,
      type: ({ type }) => type,
      environment: ({ environment }) => environment,
      projects: ({ projects }) => projects,
      used: ({ seenAt }) => seenAt,
      expires: ({ expiresAt }) => expiresAt,
    });
  },
});
