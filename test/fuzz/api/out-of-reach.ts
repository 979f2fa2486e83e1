/** Operations that no request made here succeeds with, by the beginning or the whole of their names, and what they would need. */
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

/** Why an operation cannot succeed here; undefined where chance decides. */
export const needOf = (operation: string): string | undefined => needs.find(([names]) => names.test(operation))?.[1];
