import { Failure } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { KnownEnvironment, KnownProject } from '../../tables/projection.ts';
import type { TokenInput } from './store-token.ts';

const everything = '*';
type Scope = Pick<TokenInput, 'type' | 'environment' | 'projects'>;

/** Throws 400 unless an admin token covers everything, and any other token exactly one environment. */
export function refuseScope({ type, environment, projects }: Scope): void {
  const all = environment === everything && projects.length === 1 && projects[0] === everything;
  if (type === 'admin' && !all)
    throw new Failure('BadDataError', 'Admin tokens are unrestricted: environment and projects must be *.', {
      path: environment === everything ? 'projects' : 'environment',
    });
  if (type !== 'admin' && environment === everything)
    throw new Failure('BadDataError', `environment must not be *: a ${type} token belongs to one environment.`, { path: 'environment' });
}

/** Parses an expiry. Throws 400 unless it is in the future. */
export function futureExpiry(expiresAt: string, now: Date): Date {
  const expiry = new Date(expiresAt);
  if (!(expiry > now)) throw new Failure('BadDataError', `expiresAt must be in the future; got ${expiresAt}`, { path: 'expiresAt' });
  return expiry;
}

/** Throws 403 unless the actor sees everything that a token of these projects covers; `*` covers all projects, including private ones. */
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

/** Throws 400 with the first unknown or hidden project or environment, and 403 for all projects unless the actor sees all. */
export async function refuseUnknownScope(context: Context, { environment, projects }: Scope): Promise<void> {
  const { em, access, actor } = context;
  const named = projects.filter((project) => project !== everything);
  const known = new Set((await em.find(KnownProject, { id: { $in: named }, deleted: false })).map(({ id }) => id));
  const unknown = named.find((project) => !known.has(project) || !access.sees(actor, project));
  if (unknown !== undefined) throw new Failure('BadDataError', `There is no project ${unknown}.`, { path: 'projects' });
  refuseHiddenProjects(context, projects);
  if (environment === everything) return;
  // Compared again, because databases disagree on whether trailing blanks count.
  const found = await em.findOne(KnownEnvironment, { name: environment });
  if (found?.name !== environment) throw new Failure('BadDataError', `There is no environment ${environment}.`, { path: 'environment' });
}
