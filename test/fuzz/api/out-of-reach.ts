/** Operations that no generated request succeeds with, by name or prefix, and their requirements. */
const needs: readonly (readonly [RegExp, string])[] = [
  [/^refuse/, 'refuses everybody, so that nobody takes this for a proxy'],
  [/Scim(?!Settings|Token)/, 'needs the token of a provisioning client'],
  [/Oidc$|Saml$|^receiveAssertion$|^openSamlSession$/, 'needs an identity provider, and a browser that was sent there'],
  [/Passkey|[Pp]asskey/, 'needs a key that signs'],
  [/Totp|RecoveryCodes$|^stepUp$|^logInWithCode$|^secondStepOptions$/, 'needs an authenticator and its codes'],
  [/^resetPassword$|^validateResetToken$|^createResetLink$/, 'needs a link that is sent by e-mail'],
  [/^signUp$|^validateSignUpLink$/, 'needs the secret of a link'],
  [/DeadLetter/, 'needs a handler that failed three times'],
  [/^logIn$|^changeOwnPassword$/, 'needs a password'],
];

/** Reason why an operation cannot succeed here; undefined if chance decides. */
export const needOf = (operation: string): string | undefined => needs.find(([names]) => names.test(operation))?.[1];
