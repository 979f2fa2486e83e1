import type { TokenState } from '@signalbox/contracts';
import { compositeKey } from '@signalbox/table';
import { environmentOf } from '../token/token.ts';

/** The features that an application can access. */
export interface Scope {
  readonly environment: string;
  readonly projects: readonly string[] | '*';
}

/** All features that the token can access, in the requested environment if the token allows all environments. */
export function scopeOf(token: TokenState, environment: string | undefined): Scope {
  return { environment: environmentOf(token, environment), projects: projectsOf(token, []) };
}

/** The token's own projects take precedence over the requested ones unless it allows all (reference, evaluation §5.1). */
export function projectsOf(token: TokenState, requested: readonly string[]): readonly string[] | '*' {
  const everywhere = token.type === 'admin' || token.projects.includes('*');
  const projects = everywhere ? requested : token.projects;
  if (everywhere && (projects.length === 0 || projects.includes('*'))) return '*';
  return [...new Set(projects)].sort();
}

export const scopeKey = ({ environment, projects }: Scope): string =>
  compositeKey(environment, projects === '*' ? '*' : projects.join(','));

export const isInProjects = (project: string, projects: Scope['projects']): boolean => projects === '*' || projects.includes(project);
