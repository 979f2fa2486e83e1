import { Failure } from '@signalbox/contracts';

/** The names of refusals by RFC 6749 §5.2 and RFC 8693 §2.2.2. */
type OAuthError = 'invalid_request' | 'invalid_target' | 'unsupported_grant_type';

/** A refusal as this product words it, and with the name that OAuth has for it. */
export const oauthFailure = (error: OAuthError, message: string, options: { path?: string; cause?: unknown } = {}): Failure =>
  new Failure('BadDataError', message, { ...options, extra: { error, error_description: message } });

/**
 * The refusal of a token. Whose token the issuer has signed is told why; all others are told the same, whether the audience exists or
 * not, and the log alone knows more.
 */
export const refused = (why: string, by: 'signed' | 'unsigned', cause?: unknown): Failure =>
  oauthFailure('invalid_request', by === 'signed' ? `subject_token was rejected: ${why}.` : unsigned, {
    path: 'subject_token',
    cause: cause ?? why,
  });

const unsigned =
  'subject_token was rejected: no enabled workload identity has the name in audience and trusts the issuer of the token. Administrators can find the reason in the log.';
