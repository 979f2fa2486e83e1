import { Failure } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { KnownEnvironment, KnownProject } from '../../base/projection/known-scope.ts';
import type { TokenInput } from './store-token.ts';

const everything = '*';
type Scope = Pick<TokenInput, 'type' | 'environment' | 'projects'>;

/** An admin token opens everything; the others one environment, and projects that are named or all. */
export function refuseScope({ type, environment, projects }: Scope): void {
  const all = environment === everything && projects.length === 1 && projects[0] === everything;
  if (type === 'admin' && !all)
    throw new Failure('BadDataError', 'Admin tokens are unrestricted: environment and projects must be *.', {
      path: environment === everything ? 'projects' : 'environment',
    });
  if (type !== 'admin' && environment === everything)
    throw new Failure('BadDataError', `environment must not be *: a ${type} token belongs to one environment.`, { path: 'environment' });
}

/** A point in time that lies ahead. */
export function futureExpiry(expiresAt: string, now: Date): Date {
  const expiry = new Date(expiresAt);
  if (!(expiry > now)) throw new Failure('BadDataError', `expiresAt must be in the future; got ${expiresAt}`, { path: 'expiresAt' });
  return expiry;
}

/** 403 unless the actor sees all that a token of these projects opens; `*` opens every project, private ones among them. */
export function refuseHiddenProjects({ access, actor }: Pick<Context, 'access' | 'actor'>, projects: readonly string[]): void {
  if (projects.every((project) => (project === everything ? access.visibleTo(actor) === 'all' : access.sees(actor, project)))) return;
  throw new Failure(
    'NoAccessError',
    'This token would cover projects that are not visible to you. List the projects you need, or ask an administrator.',
    {
      path: 'projects',
      extra: { permissions: ['ADMIN'] },
    },
  );
}

/**
 * 400 naming the first project or environment that does not exist, or that the actor may not know of; 403 for all projects, unless the
 * actor sees all.
 */
export async function refuseUnknownScope(context: Context, { environment, projects }: Scope): Promise<void> {
  const { em, access, actor } = context;
  const named = projects.filter((project) => project !== everything);
  const known = new Set((await em.find(KnownProject, { id: { $in: named }, deleted: false })).map(({ id }) => id));
  const unknown = named.find((project) => !known.has(project) || !access.sees(actor, project));
  if (unknown !== undefined) throw new Failure('BadDataError', `There is no project ${unknown}.`, { path: 'projects' });
  refuseHiddenProjects(context, projects);
  if (environment === everything) return;
  // Compared once more, because databases do not agree on whether blanks behind a name count.
  const found = await em.findOne(KnownEnvironment, { name: environment });
  if (found?.name !== environment) throw new Failure('BadDataError', `There is no environment ${environment}.`, { path: 'environment' });
}
