const lockout = /^set(?:FactorPolicy|SimpleSettings)$/;

/** Operations that no generated request succeeds with, by name or prefix, and their requirements. */
const needs: readonly (readonly [RegExp, string])[] = [
  [/^refuse/, 'always refused, so that clients do not mistake this server for a proxy'],
  [/Scim(?!Settings|Token)/, 'needs the token of a provisioning client'],
  [/Oidc$|Saml$|^receiveAssertion$|^openSamlSession$/, 'needs an identity provider and a browser in the middle of a sign-on'],
  [/Passkey|[Pp]asskey/, 'needs a signing key'],
  [/Totp|RecoveryCodes$|^stepUp$|^logInWithCode$|^secondStepOptions$/, 'needs an authenticator and its codes'],
  [/^resetPassword$|^validateResetToken$|^createResetLink$/, 'needs a link from a mail'],
  [/^signUp$|^validateSignUpLink$/, 'needs the secret of a link'],
  [/DeadLetter/, 'needs a handler that failed three times'],
  [/^logIn$|^changeOwnPassword$/, 'needs a password'],
  [lockout, 'is not sent, because it can lock out the administrator'],
];

export const locksOut = (operation: string): boolean => lockout.test(operation);

/** Reason why an operation cannot succeed here; undefined if chance decides. */
export const needOf = (operation: string): string | undefined => needs.find(([names]) => names.test(operation))?.[1];
