import { module } from '@signalbox/kit';
import { answerAuthenticate } from './authentication/authenticate.ts';
import { forgetSessionsJob } from './session/forget-sessions.ts';
import type { LogInState } from './session/log-in-guard.ts';
import { logInRoute } from './session/log-in.ts';
import { logOutRoute } from './session/log-out.ts';
import { sessionEntity } from './session/session.ts';
import { apiTokenEntity } from './token/api-token.ts';
import { createTokenRoute } from './token/create-token.ts';
import { deleteTokenRoute } from './token/delete-token.ts';
import { answerFetchTokens } from './token/fetch-tokens.ts';
import { listTokensByNameRoute, listTokensRoute } from './token/list-tokens.ts';
import { revokedTokenEntity } from './token/revoke-token.ts';
import { updateTokenRoute } from './token/update-token.ts';

/** By what users and applications are recognised: passwords, sessions, tokens. */
export const credential = module<LogInState>({
  entities: [apiTokenEntity, revokedTokenEntity, sessionEntity],
  routes: [createTokenRoute, deleteTokenRoute, updateTokenRoute, listTokensByNameRoute, listTokensRoute, logInRoute, logOutRoute],
  answers: [answerAuthenticate, answerFetchTokens],
  jobs: [forgetSessionsJob],
});
