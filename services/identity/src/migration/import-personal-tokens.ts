import { DateTime, Failure, nullable, patCreated } from '@signalbox/contracts';
import { type Context, dayMs, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { readPrincipal } from '../access/grant/group.ts';
import { publishCallers } from '../base/access-broadcast.ts';
import { claimRevision } from '../base/revision.ts';
import { personalTokenDays } from '../base/settings.ts';
import { refuseControl } from '../credential/factor/refuse-without-proof.ts';
import { PersonalToken } from '../tables/token.ts';
import { personalTokenFact } from '../credential/personal-token/personal-token.schema.ts';
import { RevokedToken } from '../credential/token/revoke-token.ts';
import { User } from '../user/user.ts';
import { importedTimes, maxImported, SecretHash, timesOf } from './imported.schema.ts';

const ImportedPersonalToken = Type.Object({
  userId: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  hash: SecretHash,
  description: Type.String({ minLength: 1, maxLength: 255 }),
  ...importedTimes,
  expiresAt: Type.Optional(nullable(DateTime)),
});
type ImportedPersonalToken = Static<typeof ImportedPersonalToken>;

/** Numbers of tokens by result. `shortened` of the created ones expire earlier than in the source. */
const ImportedPersonalTokens = Type.Object({
  created: Type.Integer(),
  shortened: Type.Integer(),
  exists: Type.Integer(),
  revoked: Type.Integer(),
});
type ImportedPersonalTokens = Static<typeof ImportedPersonalTokens>;

export const importPersonalTokensRoute = route(
  {
    method: 'post',
    path: '/api/admin/migration/personal-tokens',
    summary: 'Import tokens of users and service accounts by the hashes of their secrets, which remain valid',
    permission: 'ADMIN',
    body: Type.Object({ tokens: Type.Array(ImportedPersonalToken, { maxItems: maxImported }) }),
    answers: { 200: ImportedPersonalTokens },
    failures: ['BadDataError', 'NameExistsError', 'StepUpRequired'],
    events: [patCreated],
  },
  ({ body }, context) => importPersonalTokens(context, body.tokens),
);

/** Creates the missing tokens. A revoked token is not imported again. */
async function importPersonalTokens(context: Context, tokens: readonly ImportedPersonalToken[]): Promise<ImportedPersonalTokens> {
  await claimRevision(context.em); // Serializes imports, so that a concurrent one finds the tokens of this one.
  const counts = { created: 0, shortened: 0, exists: 0, revoked: 0 };
  for (const input of tokens) for (const result of await importPersonalToken(context, input)) counts[result] += 1;
  return counts;
}

async function importPersonalToken(context: Context, input: ImportedPersonalToken): Promise<(keyof ImportedPersonalTokens)[]> {
  const { em } = context;
  const { hash, userId } = input;
  if ((await em.count(PersonalToken, { hash })) > 0) return ['exists'];
  if ((await em.count(RevokedToken, { hash })) > 0) return ['revoked'];
  const owner = await em.findOne(User, { id: userId, kind: { $ne: 'workload' }, deletedAt: null });
  if (!owner) throw new Failure('BadDataError', `There is no user ${userId}. Import the users first.`, { path: 'tokens' });
  await refuseControl(context, await readPrincipal(em, owner));
  const { expiresAt, isShortened } = expiryOf(context, owner, input);
  const isTaken = (await em.count(PersonalToken, { userId, description: input.description })) > 0;
  const description = isTaken ? `${input.description.slice(0, 240)} (imported)` : input.description;
  const token = em.create(PersonalToken, { hash, userId, description, expiresAt, ...timesOf(input) });
  await em.flush(); // The flush assigns the id that the event contains.
  publishCallers(context, [], [hash]);
  context.publish(patCreated, { data: personalTokenFact(token) });
  return isShortened ? ['created', 'shortened'] : ['created'];
}

/** The same limit as for new tokens: those of users must expire within PERSONAL_TOKEN_DAYS, and all must expire. */
function expiryOf({ settings, now }: Context, { kind }: User, { expiresAt }: ImportedPersonalToken) {
  const latest = new Date(now().getTime() + settings.get(personalTokenDays) * dayMs);
  const given = expiresAt ? new Date(expiresAt) : null;
  if (given && (kind !== 'user' || given <= latest)) return { expiresAt: given, isShortened: false };
  return { expiresAt: latest, isShortened: true };
}
