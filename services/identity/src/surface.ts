import { exchanges, stateKeys } from '@signalbox/contracts';
import { frameworkSettings, surface } from '@signalbox/kit';
import { identityQueue } from './base/identity-queue.ts';
import { accessBroadcast } from './base/access-broadcast.ts';
import {
  exchangesPerMinute,
  firstPasswordFile,
  forcePasswordLogin,
  inactiveDays,
  initAdminApiTokens,
  initAdminPassword,
  initAdminUsername,
  initClientApiTokens,
  initFrontendApiTokens,
  internalIssuers,
  loginsPerMinute,
  mailFrom,
  provisioningPerMinute,
  resetsPerMinute,
  sessionHours,
  personalTokenDays,
  signOnsPerMinute,
  signUpsPerMinute,
  smtpUrl,
  userCreationsPerMinute,
} from './base/settings.ts';

export { initAdminApiTokens, initAdminUsername, initClientApiTokens } from './base/settings.ts';

const prefixes = (...paths: string[]) => paths.map((prefix) => ({ prefix }));

export { firstPasswordFile };

export const identitySurface = surface({
  name: 'identity',
  paths: [
    ...prefixes(
      '/auth',
      '/logout',
      '/invite',
      '/stop-watching',
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource',
    ),
    // Sign-on uses its own cookies, and provisioning its own token.
    ...['/auth/saml', '/auth/oidc', '/scim'].map((prefix) => ({ prefix, credential: 'own' as const })),
    ...[
      'user',
      'user-admin',
      'api-tokens',
      'roles',
      'permissions',
      'groups',
      'service-account',
      'invite-link',
      'auth',
      'access',
      'logins',
      'scim-settings',
      'workload-identities',
    ].map((noun) => ({ prefix: `/api/admin/${noun}` })),
    ...prefixes('/api/admin/projects/roles/:roleId/access'),
    ...['users', 'tokens', 'personal-tokens'].map((noun) => ({
      prefix: `/api/admin/migration/${noun}`,
      bodyLimitBytes: frameworkSettings.bulkLimitBytes,
    })),
    ...['access', 'api-tokens', 'users', 'groups', 'role'].map((noun) => ({ prefix: `/api/admin/projects/:projectId/${noun}` })),
  ],
  rateLimits: [
    { name: 'login', perMinute: loginsPerMinute, method: 'POST', paths: ['/auth/simple/*', '/auth/second-factor/*', '/auth/passkey/*'] },
    { name: 'sign-on', perMinute: signOnsPerMinute, paths: ['/auth/saml/*', '/auth/oidc/*'] },
    { name: 'token-exchange', perMinute: exchangesPerMinute, paths: ['/auth/token/*'] },
    {
      name: 'token',
      perMinute: exchangesPerMinute,
      method: 'POST',
      paths: ['/auth/token', '/auth/device', '/auth/revoke', '/auth/register'],
    },
    { name: 'provisioning', perMinute: provisioningPerMinute, paths: ['/scim/*'] },
    { name: 'password-reset', perMinute: resetsPerMinute, method: 'POST', paths: ['/auth/reset/*'] },
    { name: 'sign-up', perMinute: signUpsPerMinute, method: 'POST', paths: ['/invite/*'] },
    { name: 'user-creation', perMinute: userCreationsPerMinute, method: 'POST', paths: ['/api/admin/user-admin'] },
  ],
  queues: [
    identityQueue,
    { queue: 'identity.tokens-seen', kind: 'competing', bindings: [{ exchange: exchanges.state, pattern: stateKeys.tokensSeen }] },
  ],
  broadcast: accessBroadcast,
  settings: [
    initAdminUsername,
    initAdminPassword,
    firstPasswordFile,
    initAdminApiTokens,
    initClientApiTokens,
    initFrontendApiTokens,
    loginsPerMinute,
    userCreationsPerMinute,
    sessionHours,
    personalTokenDays,
    resetsPerMinute,
    signUpsPerMinute,
    smtpUrl,
    mailFrom,
    inactiveDays,
    internalIssuers,
    forcePasswordLogin,
    signOnsPerMinute,
    exchangesPerMinute,
    provisioningPerMinute,
  ],
  sections: [
    {
      name: 'Second factor',
      description: 'Authenticator apps, passkeys and recovery codes: login and policy.',
      paths:
        /^\/auth\/(?:second-factor|passkey)\/|^\/api\/admin\/(?:auth\/second-factor|user\/(?:factors|step-up)|user-admin\/[^/]+\/factors)(?:\/|$)/,
    },
    {
      name: 'Single sign-on',
      description: 'Login through identity providers, and its settings.',
      paths: /^\/(?:auth\/(?:saml|oidc)|api\/admin\/auth)(?:\/|$)/,
    },
    {
      name: 'Provisioning',
      description: 'Users and groups provisioned by identity providers (SCIM 2.0).',
      paths: /^\/(?:scim|api\/admin\/scim-settings)(?:\/|$)/,
    },
    {
      name: 'Login of the command line and agents',
      description: 'OAuth 2 for the command line and agents: PKCE, device codes, registration of clients, renewal and revocation.',
      paths: /^\/(?:\.well-known|auth\/(?:device|token|revoke|register)$|api\/admin\/user\/(?:agents|authorizations|devices))/,
    },
    {
      name: 'Workload identities',
      description: 'CI jobs and other workloads that authenticate with tokens of their issuer instead of a stored secret (RFC 8693).',
      paths: /^\/(?:auth\/token|api\/admin\/workload-identities)(?:\/|$)/,
    },
    {
      name: 'Notifications',
      description: 'Watched features and notifications of the current user, and their channels.',
      paths: /^\/(?:stop-watching|api\/admin\/user\/(?:watches|notifications))(?:\/|$)/,
    },
    {
      name: 'Login',
      description: 'Sessions, passwords and the current user.',
      paths: /^\/(?:auth|logout|api\/admin\/(?:user|logins))(?:\/|$)/,
    },
    { name: 'Users', description: 'Administration of users.', paths: /^\/api\/admin\/user-admin(?:\/|$)/ },
    {
      name: 'Sign-up',
      description: 'Links through which users sign up.',
      paths: /^\/(?:invite|api\/admin\/invite-link)(?:\/|$)/,
    },
    {
      name: 'Service accounts',
      description: 'Accounts for applications and scripts, with a root role and their own tokens.',
      paths: /^\/api\/admin\/service-account(?:\/|$)/,
    },
    {
      name: 'API tokens',
      description: 'Tokens with which applications and scripts authenticate.',
      paths: /^\/api\/admin\/(?:projects\/:projectId\/)?api-tokens(?:\/|$)/,
    },
    {
      name: 'Roles',
      description: 'Predefined and custom roles, available permissions, and role assignments.',
      paths: /^\/api\/admin\/(?:roles|permissions|access|projects\/roles)(?:\/|$)/,
    },
    {
      name: 'Migration of access',
      description: 'Users and tokens imported from another system, with their passwords and secrets.',
      paths: /^\/api\/admin\/migration\/(?:users|tokens|personal-tokens)(?:\/|$)/,
    },
    { name: 'Groups', description: 'Users who are granted access together.', paths: /^\/api\/admin\/groups(?:\/|$)/ },
    {
      name: 'Project access',
      description: 'Roles of users and groups in a project.',
      paths: /^\/api\/admin\/projects\/:projectId\/(?:access|users|groups|role)(?:\/|$)/,
    },
  ],
});
