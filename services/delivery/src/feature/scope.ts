import type { TokenState } from '@signalbox/contracts';
import { compositeKey } from '@signalbox/table';
import { environmentOf } from '../token/token.ts';

/** Where an application's features are. */
export interface Scope {
  readonly environment: string;
  readonly projects: readonly string[] | '*';
}

/** Everything that the token opens, in the environment that is asked for if it is good for all of them. */
export function scopeOf(token: TokenState, environment: string | undefined): Scope {
  return { environment: environmentOf(token, environment), projects: projectsOf(token, []) };
}

/** The token decides before those who ask, where it is not good for everything (reference, evaluation §5.1). */
export function projectsOf(token: TokenState, asked: readonly string[]): readonly string[] | '*' {
  const everywhere = token.type === 'admin' || token.projects.includes('*');
  const projects = everywhere ? asked : token.projects;
  if (everywhere && (projects.length === 0 || projects.includes('*'))) return '*';
  return [...new Set(projects)].sort();
}

export const scopeKey = ({ environment, projects }: Scope): string =>
  compositeKey(environment, projects === '*' ? '*' : projects.join(','));

export const isInProjects = (project: string, projects: Scope['projects']): boolean => projects === '*' || projects.includes(project);
