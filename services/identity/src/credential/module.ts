import { module } from '@signalbox/kit';
import type { CipherState } from '../base/encryption/cipher.ts';
import { answerAuthenticate } from './authentication/authenticate.ts';
import { factorPolicyEntity } from './factor/factor-policy.ts';
import { passkeyEntity } from './factor/passkey.ts';
import { passkeyChallengeEntity } from './factor/passkey-challenge.ts';
import { recoveryCodeEntity } from './factor/recovery-code.ts';
import { totpFactorEntity } from './factor/totp-factor.ts';
import { forgetExpiredJob } from './forget-expired.ts';
import type { LogInState } from './log-in/log-in-guard.ts';
import { listLogInsRoute } from './log-in/list-log-ins.ts';
import { knownBrowserEntity } from './log-in/known-browser.ts';
import { logInEntity } from './log-in/log-in-history.ts';
import { personalTokenEntity } from './personal-token/personal-token.ts';
import { validateNewPasswordRoute, validatePasswordRoute } from './password/validate-password.ts';
import { pendingLogInEntity } from './pending-log-in/pending-log-in.ts';
import { resetTokenEntity } from './reset-token/reset-token.ts';
import { createProjectTokenRoute } from './project-token/create-project-token.ts';
import { deleteProjectTokenRoute } from './project-token/delete-project-token.ts';
import { listProjectTokensRoute } from './project-token/list-project-tokens.ts';
import { logInRoute } from './log-in/log-in.ts';
import { logOutRoute } from './session/log-out.ts';
import { sessionEntity } from './session/session.ts';
import { signUpEntity, signUpLinkEntity } from './sign-up-link/sign-up-link.ts';
import { apiTokenEntity } from './token/api-token.ts';
import { createTokenRoute } from './token/create-token.ts';
import { deleteTokenRoute } from './token/delete-token.ts';
import { answerFetchTokens } from './token/fetch-tokens.ts';
import { listTokensByNameRoute, listTokensRoute } from './token/list-tokens.ts';
import { revokedTokenEntity } from './token/revoke-token.ts';
import { rotateTokenRoute } from './token/rotate-token.ts';
import { updateTokenRoute } from './token/update-token.ts';

/** By what users and applications are recognised: passwords, sessions, tokens. */
export const credential = module<CipherState & LogInState>({
  entities: [
    apiTokenEntity,
    factorPolicyEntity,
    knownBrowserEntity,
    logInEntity,
    passkeyEntity,
    passkeyChallengeEntity,
    pendingLogInEntity,
    personalTokenEntity,
    recoveryCodeEntity,
    resetTokenEntity,
    revokedTokenEntity,
    sessionEntity,
    signUpEntity,
    signUpLinkEntity,
    totpFactorEntity,
  ],
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
