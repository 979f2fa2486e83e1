// The life cycle of accounts, on top of the modules below: users' own accounts, and administrators' access to all.

export { deleteInactiveUsersRoute } from './inactive/delete-inactive-users.ts';
export { listInactiveUsersRoute } from './inactive/list-inactive-users.ts';
export { changeOwnPasswordRoute } from './own-user/change-own-password.ts';
export { deleteOwnSettingRoute } from './own-setting/delete-own-setting.ts';
export { getOwnSettingRoute, listOwnSettingsRoute } from './own-setting/read-own-settings.ts';
export { storeOwnSettingRoute } from './own-setting/store-own-setting.ts';
export { endOwnSessionRoute, listOwnSessionsRoute } from './own-user/own-sessions.ts';
export { createOwnTokenRoute } from './own-token/create-own-token.ts';
export { deleteOwnTokenRoute } from './own-token/delete-own-token.ts';
export { listOwnTokensRoute } from './own-token/list-own-tokens.ts';
export { listOwnRolesRoute } from './own-user/list-own-roles.ts';
export { readOwnProfileRoute } from './own-user/read-own-profile.ts';
export { readOwnUserRoute } from './own-user/read-own-user.ts';
export { resetPasswordRoute } from './reset/reset-password.ts';
export { sendResetMailRoute } from './reset/send-reset-mail.ts';
export { validateResetTokenRoute } from './reset/validate-reset-token.ts';
export { createServiceAccountRoute } from './service-account/create-service-account.ts';
export { deleteServiceAccountRoute } from './service-account/delete-service-account.ts';
export { listServiceAccountsRoute } from './service-account/list-service-accounts.ts';
export {
  createServiceAccountTokenRoute,
  deleteServiceAccountTokenRoute,
  listServiceAccountTokensRoute,
} from './service-account/service-account-tokens.ts';
export { updateServiceAccountRoute } from './service-account/update-service-account.ts';
export { endSessionsOfUserRoute, listSessionsOfUserRoute } from './user/sessions-of-user.ts';
export { createSignUpLinkRoute } from './sign-up/create-sign-up-link.ts';
export { getSignUpLinkRoute, listSignUpLinksRoute } from './sign-up/list-sign-up-links.ts';
export { signUpRoute } from './sign-up/sign-up.ts';
export { updateSignUpLinkRoute } from './sign-up/update-sign-up-link.ts';
export { validateSignUpLinkRoute } from './sign-up/validate-sign-up-link.ts';
export { changePasswordOfUserRoute } from './user/change-password-of-user.ts';
export { countAdministratorsRoute } from './user/count-administrators.ts';
export { createResetLinkRoute } from './user/create-reset-link.ts';
export { createUserRoute } from './user/create-user.ts';
export { deleteUserRoute } from './user/delete-user.ts';
export { getUserRoute } from './user/get-user.ts';
export { listAccessCandidatesRoute } from './user/list-access-candidates.ts';
export { listUsersRoute } from './user/list-users.ts';
export { searchUsersRoute } from './user/search-users.ts';
export { deleteTokenOfUserRoute, listTokensOfUserRoute } from './user/tokens-of-user.ts';
export { updateUserRoute } from './user/update-user.ts';
