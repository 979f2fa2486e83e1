import { empty, changesNothing, route } from '@signalbox/kit';
import { PasswordBody } from './password.schema.ts';
import { refuseWeakPassword } from './password-rules.ts';

const declaration = {
  method: 'post',
  summary: 'Check whether a password is strong enough',
  body: PasswordBody,
  answers: { 200: empty },
  failures: ['OwaspValidationError', 'PasswordUndefinedError'],
  ...changesNothing,
} as const;

export const validatePasswordRoute = route(
  { ...declaration, path: '/api/admin/user-admin/validate-password', permission: 'authenticated' },
  ({ body }) => refuseWeakPassword(body.password),
);

/** For users who follow a link and are not logged in. */
export const validateNewPasswordRoute = route({ ...declaration, path: '/auth/reset/validate-password', permission: 'public' }, ({ body }) =>
  refuseWeakPassword(body.password),
);
