import { hashSecret } from '@signalbox/contracts';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import { matchRules } from '../identity/claim-rules.ts';
import type { IssuerKeys, KeySet } from './issuer-keys.ts';
import { refused } from './refused-exchange.ts';
import type { ClaimRules } from '../../tables/workload.ts';

/** Rules that tokens must match. */
export interface TokenRules {
  readonly issuer: string;
  readonly audience: string;
  readonly claims: ClaimRules;
}

/** Verified contents of an issuer's token. */
export interface Subject {
  readonly subject: string;
  /** Claims in the rules. */
  readonly claims: Readonly<Record<string, string>>;
  /** Identifies replays until the token expires. */
  readonly hash: string;
  readonly expiresAt: Date;
}

/** Only asymmetric algorithms: with others, the issuer's public key could be used as the secret. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
const skewSeconds = 30;
const maxValidSeconds = 24 * 3600;
const maxSubjectCharacters = 255;

/** Verifies a token. Throws 400 for an invalid one, with the reason only if the issuer has signed it. */
export async function verifySubjectToken(token: string, rules: TokenRules, issuerKeys: IssuerKeys, now: Date): Promise<Subject> {
  const payload = await verify(token, rules, issuerKeys, now);
  const { exp = 0, sub = '', aud } = payload;
  if (Array.isArray(aud) && aud.length > 1) throw refused('its aud contains other audiences', 'signed');
  if (exp - now.getTime() / 1000 > maxValidSeconds) throw refused('it is valid for more than one day', 'signed');
  const outcome = matchRules(rules.claims, payload);
  if ('mismatched' in outcome) throw refused(`its claim ${outcome.mismatched} has no allowed value`, 'signed');
  return {
    subject: sub.slice(0, maxSubjectCharacters),
    claims: outcome.matched,
    hash: hashSecret(JSON.stringify([rules.issuer, idOf(token, payload)])),
    expiresAt: new Date((exp + skewSeconds) * 1000),
  };
}

async function verify(token: string, rules: TokenRules, issuerKeys: IssuerKeys, now: Date): Promise<JWTPayload> {
  const known = await issuerKeys.of(rules.issuer);
  const answer = await check(token, known, rules, now);
  if (!(answer instanceof errors.JWKSNoMatchingKey)) return payloadOf(answer);
  const newer = await issuerKeys.newer(rules.issuer);
  return payloadOf(newer === known ? answer : await check(token, newer, rules, now));
}

const check = (token: string, keys: KeySet, { issuer, audience }: TokenRules, currentDate: Date): Promise<JWTPayload | Error> =>
  jwtVerify(token, keys, {
    algorithms,
    issuer,
    audience,
    currentDate,
    clockTolerance: skewSeconds,
    maxTokenAge: maxValidSeconds,
    requiredClaims: ['exp', 'iat', 'sub'],
  }).then(
    ({ payload }) => payload,
    (error: Error) => error,
  );

function payloadOf(answer: JWTPayload | Error): JWTPayload {
  if (!(answer instanceof Error)) return answer;
  const isSigned = answer instanceof errors.JWTClaimValidationFailed || answer instanceof errors.JWTExpired;
  if (answer instanceof errors.JOSEError) throw refused(answer.message, isSigned ? 'signed' : 'unsigned', answer);
  // For example an unreadable key of the issuer.
  throw refused('its signature cannot be verified', 'unsigned', answer);
}

/** Without an id, uses the signed part: the signature itself may have several encodings. */
const idOf = (token: string, { jti }: JWTPayload): string => (jti ? `id ${jti}` : `token ${token.slice(0, token.lastIndexOf('.'))}`);
