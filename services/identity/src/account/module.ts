import { module } from '@signalbox/kit';
import type { MailState } from '../base/mail/open-mailer.ts';
import type { LogInState } from '../credential/log-in/log-in-guard.ts';
import { deleteInactiveUsersRoute } from './inactive/delete-inactive-users.ts';
import { listInactiveUsersRoute } from './inactive/list-inactive-users.ts';
import { changeOwnPasswordRoute } from './own-user/change-own-password.ts';
import { deleteOwnSettingRoute } from './own-setting/delete-own-setting.ts';
import { getOwnSettingRoute, listOwnSettingsRoute } from './own-setting/read-own-settings.ts';
import { storeOwnSettingRoute } from './own-setting/store-own-setting.ts';
import { endOwnSessionRoute, listOwnSessionsRoute } from './own-user/own-sessions.ts';
import { createOwnTokenRoute } from './own-token/create-own-token.ts';
import { deleteOwnTokenRoute } from './own-token/delete-own-token.ts';
import { listOwnTokensRoute } from './own-token/list-own-tokens.ts';
import { listOwnRolesRoute } from './own-user/list-own-roles.ts';
import { readOwnProfileRoute } from './own-user/read-own-profile.ts';
import { readOwnUserRoute } from './own-user/read-own-user.ts';
import { resetPasswordRoute } from './reset/reset-password.ts';
import { sendResetMailRoute } from './reset/send-reset-mail.ts';
import { validateResetTokenRoute } from './reset/validate-reset-token.ts';
import { createServiceAccountRoute } from './service-account/create-service-account.ts';
import { deleteServiceAccountRoute } from './service-account/delete-service-account.ts';
import { listServiceAccountsRoute } from './service-account/list-service-accounts.ts';
import {
  createServiceAccountTokenRoute,
  deleteServiceAccountTokenRoute,
  listServiceAccountTokensRoute,
} from './service-account/service-account-tokens.ts';
import { updateServiceAccountRoute } from './service-account/update-service-account.ts';
import { endSessionsOfUserRoute, listSessionsOfUserRoute } from './user/sessions-of-user.ts';
import { createSignUpLinkRoute } from './sign-up/create-sign-up-link.ts';
import { getSignUpLinkRoute, listSignUpLinksRoute } from './sign-up/list-sign-up-links.ts';
import { signUpRoute } from './sign-up/sign-up.ts';
import { updateSignUpLinkRoute } from './sign-up/update-sign-up-link.ts';
import { validateSignUpLinkRoute } from './sign-up/validate-sign-up-link.ts';
import { changePasswordOfUserRoute } from './user/change-password-of-user.ts';
import { countAdministratorsRoute } from './user/count-administrators.ts';
import { createResetLinkRoute } from './user/create-reset-link.ts';
import { createUserRoute } from './user/create-user.ts';
import { deleteUserRoute } from './user/delete-user.ts';
import { getUserRoute } from './user/get-user.ts';
import { listAccessCandidatesRoute } from './user/list-access-candidates.ts';
import { listUsersRoute } from './user/list-users.ts';
import { searchUsersRoute } from './user/search-users.ts';
import { deleteTokenOfUserRoute, listTokensOfUserRoute } from './user/tokens-of-user.ts';
import { updateUserRoute } from './user/update-user.ts';

/** The life cycle of accounts, on top of the modules below: users' own accounts, and administrators' access to all. */
export const account = module<LogInState & MailState>({
  routes: [
    readOwnUserRoute,
    readOwnProfileRoute,
    listOwnRolesRoute,
    changeOwnPasswordRoute,
    listOwnSessionsRoute,
    endOwnSessionRoute,
    listOwnTokensRoute,
    createOwnTokenRoute,
    listOwnSettingsRoute,
    getOwnSettingRoute,
    storeOwnSettingRoute,
    deleteOwnSettingRoute,
    deleteOwnTokenRoute,
    listServiceAccountsRoute,
    createServiceAccountRoute,
    updateServiceAccountRoute,
    deleteServiceAccountRoute,
    listServiceAccountTokensRoute,
    createServiceAccountTokenRoute,
    deleteServiceAccountTokenRoute,
    listSignUpLinksRoute,
    createSignUpLinkRoute,
    getSignUpLinkRoute,
    updateSignUpLinkRoute,
    validateSignUpLinkRoute,
    signUpRoute,
    listUsersRoute,
    createUserRoute,
    searchUsersRoute,
    listAccessCandidatesRoute,
    countAdministratorsRoute,
    createResetLinkRoute,
    listInactiveUsersRoute,
    deleteInactiveUsersRoute,
    getUserRoute,
    updateUserRoute,
    deleteUserRoute,
    changePasswordOfUserRoute,
    listSessionsOfUserRoute,
    endSessionsOfUserRoute,
    listTokensOfUserRoute,
    deleteTokenOfUserRoute,
    validateResetTokenRoute,
    resetPasswordRoute,
    sendResetMailRoute,
  ],
});
