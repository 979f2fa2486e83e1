// Credentials of users and applications: passwords, sessions, tokens.

export { answerAuthenticate } from './authenticate.ts';
export { forgetExpiredJob } from './forget-expired.ts';
export { listLogInsRoute } from './log-in/list-log-ins.ts';
export { validateNewPasswordRoute, validatePasswordRoute } from './password/validate-password.ts';
export { createProjectTokenRoute } from './project-token/create-project-token.ts';
export { deleteProjectTokenRoute } from './project-token/delete-project-token.ts';
export { listProjectTokensRoute } from './project-token/list-project-tokens.ts';
export { logInRoute } from './log-in/log-in.ts';
export { logOutRoute } from './session/log-out.ts';
export { createTokenRoute } from './token/create-token.ts';
export { deleteTokenRoute } from './token/delete-token.ts';
export { answerFetchTokens } from './token/fetch-tokens.ts';
export { listTokensByNameRoute, listTokensRoute } from './token/list-tokens.ts';
export { rotateTokenRoute } from './token/rotate-token.ts';
export { updateTokenRoute } from './token/update-token.ts';
