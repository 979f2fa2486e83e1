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
 * Creates an environment that no project uses yet. It comes last unless its sort order is given. With `permissionsFrom`, roles
 * get the permissions in it that they have in that environment.
 */
export async function createEnvironment(context: Context, input: CreateEnvironment, permissionsFrom?: string): Promise<Environment> {
  await refuseTakenEnvironment(context, input.name);
  const environment = await storeEnvironment(context, { ...input, protected: false });
  const data = { ...serializeEnvironment(environment), ...(permissionsFrom !== undefined && { permissionsFrom }) };
  context.publish(environmentCreated, { environment: environment.name, data });
  return environment;
}

/** The name of a deleted environment stays reserved until other services have purged it. */
export async function refuseTakenEnvironment({ em }: Pick<Context, 'em'>, name: string): Promise<void> {
  await refuseTombstoned({ em }, 'environment', [name]);
  if (await em.findOne(Environment, { name })) {
    throw new Failure('NameExistsError', `An environment named ${name} already exists.`);
  }
}

/** Stores an environment whose name must be free. */
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

/** Selects only the number: `em.create` would change an environment that was loaded here instead of failing. */
async function sortOrderAfterAll(em: EntityManager): Promise<number> {
  const { last } = await tablesOf(em)
    .selectFrom('environment')
    .select(({ fn }) => fn.max('sort_order').as('last'))
    .executeTakeFirstOrThrow();
  return Math.min(Number(last ?? 0) + 1, maxSortOrder);
}
