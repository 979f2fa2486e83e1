import { Failure } from '@signalbox/contracts';

/** Error codes of RFC 6749 §5.2, RFC 8628 §3.5 and RFC 8693 §2.2.2. */
type OAuthError =
  | 'access_denied'
  | 'authorization_pending'
  | 'expired_token'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_target'
  | 'slow_down'
  | 'unsupported_grant_type';

/** A failure in this product's format, with the OAuth error code. */
export const oauthFailure = (error: OAuthError, message: string, options: { path?: string; cause?: unknown } = {}): Failure =>
  new Failure('BadDataError', message, { ...options, extra: { error, error_description: message } });
