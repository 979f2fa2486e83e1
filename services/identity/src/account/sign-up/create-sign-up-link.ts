import { randomBytes } from 'node:crypto';
import { DateTime, hashSecret, publicSignupTokenCreated } from '@signalbox/contracts';
import { type Context, Reply, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { linkTo } from '../../base/link.ts';
import { SignUpLink } from '../../credential/link/sign-up-link.ts';
import { signUpLinkFact } from '../../credential/link/switch-sign-up-link.ts';
import { reportCap, signUpExpiry } from './sign-up-expiry.ts';
import { serializeSignUpLink, WrittenSignUpLink } from './sign-up-link.schema.ts';

const CreateSignUpLink = Type.Object({ name: Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' }), expiresAt: DateTime });

export const createSignUpLinkRoute = route(
  {
    method: 'post',
    path: '/api/admin/invite-link/tokens',
    summary: 'Create a sign-up link for new viewers; only this response contains it',
    permission: 'ADMIN',
    body: CreateSignUpLink,
    holdsSecret: true,
    answers: { 201: WrittenSignUpLink },
    headers: { Location: 'The URL of the sign-up link.' },
    failures: ['BadDataError', 'NotFoundError'],
    events: [publicSignupTokenCreated],
    transaction: { none: 'because the response holds a secret, which must not be stored for repeated requests' },
  },
  async ({ body }, context) => {
    const { link, secret } = await context.write((work) => createSignUpLink(work, body));
    const shape = await serializeSignUpLink(context.em, link, context.now());
    const url = linkTo(context.settings, `/invite/${secret}`);
    const capped = reportCap(body.expiresAt, link);
    return new Reply({ ...shape, secret, url, ...capped }, { headers: { location: `tokens/${secret}`, 'cache-control': 'no-store' } });
  },
);

const secretBytes = 16;

async function createSignUpLink(context: Context, { name, expiresAt }: Static<typeof CreateSignUpLink>) {
  const secret = randomBytes(secretBytes).toString('hex');
  const now = context.now();
  const link = context.em.create(SignUpLink, {
    hash: hashSecret(secret),
    masked: `…${secret.slice(-4)}`,
    name,
    enabled: true,
    expiresAt: signUpExpiry(expiresAt, now),
    createdAt: now,
    createdBy: context.actor.name,
    createdByUserId: context.actor.id,
  });
  await context.em.flush(); // The flush assigns the id that the event contains.
  context.publish(publicSignupTokenCreated, { data: signUpLinkFact(link, now) });
  return { link, secret };
}
