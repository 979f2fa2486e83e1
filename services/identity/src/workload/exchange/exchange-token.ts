import { workloadTokenIssued } from '@signalbox/contracts';
import { type EntityManager, Reply, routeWith } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { oauthFailure } from '../../base/oauth-failure.ts';
import { User, principalOf } from '../../user/user.ts';
import type { IssuerState } from './issuer-keys.ts';
import { readWorkload, type Workload } from '../identity/workload-identity.ts';
import type { ExchangeState } from './exchange-log.ts';
import { issueWorkloadToken } from './issue-workload-token.ts';
import { refused } from './refused-exchange.ts';
import { verifySubjectToken } from './verify-subject-token.ts';

const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessToken = 'urn:ietf:params:oauth:token-type:access_token';
const subjectTypes = ['urn:ietf:params:oauth:token-type:id_token', 'urn:ietf:params:oauth:token-type:jwt'];
const maxTokenCharacters = 16_384;

/** All properties are optional in the schema, so that refusals have OAuth's error codes. */
const ExchangeInput = Type.Object({
  grant_type: Type.Optional(Type.String({ description: `\`${grantType}\`.` })),
  subject_token: Type.Optional(Type.String({ description: `The token of the issuer, with at most ${maxTokenCharacters} characters.` })),
  subject_token_type: Type.Optional(Type.String({ description: subjectTypes.map((type) => `\`${type}\``).join(' or ') })),
  audience: Type.Optional(Type.String({ description: 'The name of the workload identity.' })),
  requested_token_type: Type.Optional(Type.String({ description: `\`${accessToken}\`, if given.` })),
});
type ExchangeInput = Static<typeof ExchangeInput>;

export const exchangeTokenRoute = routeWith<IssuerState & ExchangeState>()(
  {
    method: 'post',
    path: '/auth/token/exchange',
    summary: 'Exchange a token of a trusted issuer for a short-lived token of a workload identity (RFC 8693)',
    permission: 'public',
    body: ExchangeInput,
    bodyTypes: ['application/x-www-form-urlencoded'],
    holdsSecret: true,
    answers: {
      200: Type.Object({
        access_token: Type.String({ description: 'Returned only once.' }),
        issued_token_type: Type.String(),
        token_type: Type.String(),
        expires_in: Type.Integer({ description: 'Seconds until the token expires.' }),
      }),
    },
    failures: ['BadDataError', 'UnavailableError'],
    events: [workloadTokenIssued],
    transaction: { none: 'because it fetches the keys of the issuer' },
  },
  async ({ body }, context) => {
    const { request, state } = context;
    const { audience = '' } = body;
    const { secret, lifetimeSeconds } = await state.exchangeLog({ audience, address: request.clientAddress }, async () => {
      const subjectToken = subjectTokenIn(body);
      const workload = await findTarget(context.em, audience);
      const subject = await verifySubjectToken(subjectToken, workload.identity, state.issuerKeys, context.now());
      return context.write((work) => issueWorkloadToken(work, workload, subject), principalOf(workload.user));
    });
    const answer = { access_token: secret, issued_token_type: accessToken, token_type: 'Bearer', expires_in: lifetimeSeconds };
    return new Reply(answer, { headers: { 'cache-control': 'no-store' } });
  },
);

/** Throws 400 unless the request names a supported grant type and token types. */
function subjectTokenIn({
  grant_type,
  subject_token = '',
  subject_token_type = '',
  audience = '',
  requested_token_type,
}: ExchangeInput): string {
  const wrong = (path: string, message: string) => oauthFailure('invalid_request', message, { path });
  if (!grant_type) throw wrong('grant_type', 'grant_type is required.');
  if (grant_type !== grantType) throw oauthFailure('unsupported_grant_type', `grant_type must be ${grantType}.`, { path: 'grant_type' });
  if (!subject_token) throw wrong('subject_token', 'subject_token is required.');
  if (subject_token.length > maxTokenCharacters)
    throw wrong('subject_token', `subject_token can have at most ${maxTokenCharacters} characters.`);
  if (!subjectTypes.includes(subject_token_type))
    throw wrong('subject_token_type', `subject_token_type must be ${subjectTypes.join(' or ')}.`);
  if (requested_token_type !== undefined && requested_token_type !== accessToken)
    throw wrong('requested_token_type', `requested_token_type must be ${accessToken}.`);
  if (!audience)
    throw oauthFailure('invalid_target', 'audience is required: it must be the name of a workload identity.', {
      path: 'audience',
    });
  return subject_token;
}

/** Returns the enabled workload identity with that name. Otherwise refuses in the same way as an untrusted token. */
async function findTarget(em: EntityManager, name: string): Promise<Workload> {
  const user = await em.findOne(User, { kind: 'workload', username: name, deletedAt: null });
  const workload = user?.username === name ? await readWorkload(em, user.id) : null;
  if (!workload?.identity.enabled)
    throw refused(workload ? 'the workload identity is disabled' : 'there is no such workload identity', 'unsigned');
  return workload;
}
