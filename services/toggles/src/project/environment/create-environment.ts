import { environmentCreated, EnvironmentShape, Failure } from '@signalbox/contracts';
import { type Context, type EntityManager, Reply, route } from '@signalbox/kit';
import { refuseTombstoned } from '../../base/tombstone/tombstone.ts';
import { tablesOf } from '../../tables/tables.ts';
import { Environment } from './environment.ts';
import { CreateEnvironment, serializeEnvironment } from './environment.schema.ts';

export const createEnvironmentRoute = route(
  {
    method: 'post',
    path: '/api/admin/environments',
    summary: 'Create an environment',
    permission: 'ADMIN',
    body: CreateEnvironment,
    answers: { 201: EnvironmentShape },
    headers: { Location: 'The URL of the environment.' },
    failures: ['NameExistsError'],
    events: [environmentCreated],
  },
  async ({ body }, context) => {
    const environment = serializeEnvironment(await createEnvironment(context, body));
    return new Reply(environment, { headers: { location: `/api/admin/environments/${environment.name}` } });
  },
);

/**
 * No project uses it by that alone. It comes last unless its sort order is given. With `permissionsFrom`, roles give in it what they
 * give in that environment.
 */
export async function createEnvironment(context: Context, input: CreateEnvironment, permissionsFrom?: string): Promise<Environment> {
  await refuseTakenEnvironment(context, input.name);
  const environment = await storeEnvironment(context, { ...input, protected: false });
  const data = { ...serializeEnvironment(environment), ...(permissionsFrom !== undefined && { permissionsFrom }) };
  context.publish(environmentCreated, { environment: environment.name, data });
  return environment;
}

/** A name is also taken by an environment that was deleted, until nothing of it is left elsewhere. */
export async function refuseTakenEnvironment({ em }: Pick<Context, 'em'>, name: string): Promise<void> {
  await refuseTombstoned({ em }, 'environment', [name]);
  if (await em.findOne(Environment, { name })) {
    throw new Failure('NameExistsError', `An environment named ${name} already exists.`);
  }
}

/** Writes an environment whose name is free. */
export async function storeEnvironment(
  { em, now }: Pick<Context, 'em' | 'now'>,
  input: CreateEnvironment & { readonly protected?: boolean },
): Promise<Environment> {
  return em.create(Environment, {
    name: input.name,
    type: input.type,
    enabled: input.enabled ?? true,
    protected: input.protected ?? false,
    sortOrder: input.sortOrder ?? (await sortOrderAfterAll(em)),
    createdAt: now(),
  });
}

const maxSortOrder = 2_147_483_647;

/** Asks for the number alone: an environment that was loaded here would be changed by `em.create` in place of a refusal. */
async function sortOrderAfterAll(em: EntityManager): Promise<number> {
  const { last } = await tablesOf(em)
    .selectFrom('environment')
    .select(({ fn }) => fn.max('sort_order').as('last'))
    .executeTakeFirstOrThrow();
  return Math.min(Number(last ?? 0) + 1, maxSortOrder);
}
