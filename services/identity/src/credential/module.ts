import { module } from '@signalbox/kit';
import type { CipherState } from '../base/cipher.ts';
import { answerAuthenticate } from './authenticate.ts';
import { forgetExpiredJob } from './forget-expired.ts';
import type { LogInState } from './log-in/log-in-guard.ts';
import { listLogInsRoute } from './log-in/list-log-ins.ts';
import { validateNewPasswordRoute, validatePasswordRoute } from './password/validate-password.ts';
import { createProjectTokenRoute } from './project-token/create-project-token.ts';
import { deleteProjectTokenRoute } from './project-token/delete-project-token.ts';
import { listProjectTokensRoute } from './project-token/list-project-tokens.ts';
import { logInRoute } from './log-in/log-in.ts';
import { logOutRoute } from './session/log-out.ts';
import { createTokenRoute } from './token/create-token.ts';
import { deleteTokenRoute } from './token/delete-token.ts';
import { answerFetchTokens } from './token/fetch-tokens.ts';
import { listTokensByNameRoute, listTokensRoute } from './token/list-tokens.ts';
import { rotateTokenRoute } from './token/rotate-token.ts';
import { updateTokenRoute } from './token/update-token.ts';

/** Credentials of users and applications: passwords, sessions, tokens. */
export const credential = module<CipherState & LogInState>({
  routes: [
    createTokenRoute,
    deleteTokenRoute,
    updateTokenRoute,
    rotateTokenRoute,
    listProjectTokensRoute,
    createProjectTokenRoute,
    deleteProjectTokenRoute,
    listTokensByNameRoute,
    listTokensRoute,
    logInRoute,
    logOutRoute,
    listLogInsRoute,
    validatePasswordRoute,
    validateNewPasswordRoute,
  ],
  answers: [answerAuthenticate, answerFetchTokens],
  jobs: [forgetExpiredJob],
});
