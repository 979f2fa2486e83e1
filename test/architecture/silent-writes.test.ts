import { deepEqual } from 'node:assert/strict';
import type { Method, Route, RouteDeclaration } from '@signalbox/kit';
import { identity } from '@signalbox/identity';
import { integrations } from '@signalbox/integrations';

const why = {
  checks: 'It checks its input and changes nothing.',
  logIn: 'The history of logins records it.',
  unconfirmed: 'It counts only once its user confirms it, which is an event.',
  beforeToken: 'It leads to a token, whose creation is an event.',
  ownSession: 'Callers end or prove their own session.',
  preference: 'It stores a preference of the caller.',
  mailRequest: 'Anybody can request the mail. The password that its link sets is an event.',
  forwards: 'The requests that it sends to this product are events.',
  delivery: 'It resends logged events.',
} as const;

/** Routes that write without an event. Add one only if it does not change other users' accounts or secrets. */
const silent: Readonly<Record<string, string>> = {
  'post /api/admin/roles/validate': why.checks,
  'post /api/admin/user-admin/validate-password': why.checks,
  'post /auth/reset/validate-password': why.checks,
  'post /auth/simple/login': why.logIn,
  'post /auth/second-factor/code': why.logIn,
  'post /auth/second-factor/passkey/options': why.logIn,
  'post /auth/second-factor/passkey': why.logIn,
  'post /auth/passkey/login/options': why.logIn,
  'post /auth/passkey/login': why.logIn,
  'post /auth/second-factor/totp': why.unconfirmed,
  'post /auth/second-factor/passkeys/options': why.unconfirmed,
  'post /api/admin/user/factors/totp': why.unconfirmed,
  'post /api/admin/user/factors/passkeys/options': why.unconfirmed,
  'post /auth/device': why.beforeToken,
  'post /api/admin/user/authorizations': why.beforeToken,
  'post /api/admin/user/devices/check': why.checks,
  'post /api/admin/user/devices': why.beforeToken,
  'post /api/admin/user/step-up/options': why.ownSession,
  'post /api/admin/user/step-up': why.ownSession,
  'delete /api/admin/user/sessions/:sessionId': why.ownSession,
  'post /logout': why.ownSession,
  'put /api/admin/user/settings/:key': why.preference,
  'delete /api/admin/user/settings/:key': why.preference,
  'put /api/admin/user/watches/:featureName': why.preference,
  'put /api/admin/user/notifications/read': why.preference,
  'put /api/admin/user/notifications/channels': why.preference,
  'delete /api/admin/user/watches/:featureName': why.preference,
  'post /stop-watching': why.preference,
  'post /auth/register': why.beforeToken,
  'post /auth/reset/password-email': why.mailRequest,
  'post /api/admin/migration/unleash': why.forwards,
  'post /api/admin/addons/:id/events/:eventId/replay': why.delivery,
  'post /api/admin/addons/:id/events/replay': why.delivery,
  'post /api/admin/addons/:id/test': why.delivery,
  'post /api/admin/addons/preview': why.checks,
};

const silentWrites = (routes: readonly Pick<Route, 'declaration'>[]): string[] =>
  routes
    .map(({ declaration }) => declaration)
    .filter(({ method, events }) => method !== 'get' && !Array.isArray(events))
    .map(({ method, path }) => `${method} ${path}`);

describe('writes without an event', () => {
  it('are distinguished from routes with events and read-only routes', () => {
    const of = (method: Method, path: string, events?: RouteDeclaration['events']) => ({
      declaration: { method, path, ...(events && { events }) } as RouteDeclaration,
    });
    const routes = [of('get', '/a'), of('post', '/b', []), of('delete', '/c', { none: 'because it only reads' })];
    deepEqual(silentWrites(routes), ['delete /c']);
  });

  it('change neither accounts nor secrets: each is listed with its reason', () => {
    deepEqual(silentWrites([...identity.routes, ...integrations.routes]).sort(), Object.keys(silent).sort());
  });
});
