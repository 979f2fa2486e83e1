import type { Failure } from '@signalbox/contracts';
import { oauthFailure } from '../../base/oauth-failure.ts';

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
