import { service } from '@signalbox/kit';
import { answerFetchAccess } from './access/fetch-access.ts';
import { roleGrantEntity } from './access/role-grant.ts';
import { usersGrantsAndTokens } from './migrations/0001-users-grants-and-tokens.ts';
import { onTogglesEvents } from './reaction/on-toggles-events.ts';
import { knownEnvironmentEntity, knownProjectEntity } from './projection/known-scope.ts';
import { knownOriginEntity } from './projection/known-origin.ts';
import { knownSettingEntity } from './projection/known-setting.ts';
import { answerAuthenticate } from './session/authenticate.ts';
import { forgetSessionsJob } from './session/forget-sessions.ts';
import { logInRoute } from './session/log-in.ts';
import { logOutRoute } from './session/log-out.ts';
import { sessionEntity } from './session/session.ts';
import { openIdentity } from './setup/open-identity.ts';
import { prepare } from './setup/first-start.ts';
import { signingKeyEntity } from './signing/signing-key.ts';
import { identitySurface } from './surface.ts';
import { apiTokenEntity } from './token/api-token.ts';
import { revokedTokenEntity } from './token/revoke-token.ts';
import { createTokenRoute } from './token/create-token.ts';
import { deleteTokenRoute } from './token/delete-token.ts';
import { answerFetchTokens } from './token/fetch-tokens.ts';
import { listTokensByNameRoute, listTokensRoute } from './token/list-tokens.ts';
import { updateTokenRoute } from './token/update-token.ts';
import { readOwnUserRoute } from './user/read-own-user.ts';
import { userEntity } from './user/user.ts';

export const identity = service({
  surface: identitySurface,
  entities: [
    apiTokenEntity,
    knownEnvironmentEntity,
    knownProjectEntity,
    knownOriginEntity,
    knownSettingEntity,
    revokedTokenEntity,
    roleGrantEntity,
    sessionEntity,
    signingKeyEntity,
    userEntity,
  ],
  migrations: [usersGrantsAndTokens],
  prepare,
  open: openIdentity,
  routes: [
    createTokenRoute,
    deleteTokenRoute,
    updateTokenRoute,
    listTokensByNameRoute,
    listTokensRoute,
    logInRoute,
    logOutRoute,
    readOwnUserRoute,
  ],
  consumers: [onTogglesEvents],
  answers: [answerAuthenticate, answerFetchAccess, answerFetchTokens],
  jobs: [forgetSessionsJob],
});
