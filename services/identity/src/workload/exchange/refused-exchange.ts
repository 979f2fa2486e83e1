import { Failure } from '@signalbox/contracts';

/** Error codes of RFC 6749 §5.2 and RFC 8693 §2.2.2. */
type OAuthError = 'invalid_request' | 'invalid_target' | 'unsupported_grant_type';

/** A failure in this product's format, with the OAuth error code. */
export const oauthFailure = (error: OAuthError, message: string, options: { path?: string; cause?: unknown } = {}): Failure =>
  new Failure('BadDataError', message, { ...options, extra: { error, error_description: message } });

/**
 * Refuses a token. Returns the reason only if the issuer has signed the token. Otherwise the response is always the same, whether the
 * audience exists or not, and only the log has the reason.
 */
export const refused = (why: string, by: 'signed' | 'unsigned', cause?: unknown): Failure =>
  oauthFailure('invalid_request', by === 'signed' ? `subject_token was rejected: ${why}.` : unsigned, {
    path: 'subject_token',
    cause: cause ?? why,
  });

const unsigned =
  'subject_token was rejected: no enabled workload identity has the name in audience and trusts the issuer of the token. Administrators can find the reason in the log.';
