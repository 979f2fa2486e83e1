import type { IncomingMessage } from 'node:http';
import { type Principal, principalHeader, type TokenState } from '@signalbox/contracts';
import type { OpenParts } from '@signalbox/kit';
import type { Replica } from '@signalbox/replica';

/** What a person may ask for, who comes with a session or a personal access token; null for anybody else. */
export type FindPerson = (request: IncomingMessage) => TokenState | null | Promise<TokenState | null>;

/** Persons are vouched for by the gateway alone: without its word, nobody is asked anything. */
export function findPersonWith({ identify, access }: Pick<OpenParts, 'identify' | 'access'>, replica: Pick<Replica, 'view'>): FindPerson {
  return async (request) => {
    if (request.headers[principalHeader] === undefined) return null;
    const principal = await identify(request);
    if (principal.kind !== 'user' && principal.kind !== 'service-account') return null;
    return tokenOf(principal, visibleTo(principal, access, replica));
  };
}

/** All projects, or those that the person may know of. */
function visibleTo(principal: Principal, access: OpenParts['access'], { view }: Pick<Replica, 'view'>): readonly string[] {
  const projects = new Set([...view.features()].map(({ project }) => project));
  const visible = [...projects].filter((project) => access.sees(principal, project));
  return visible.length === projects.size ? ['*'] : visible;
}

/** Like a token for every environment: the query decides. */
const tokenOf = ({ name }: Principal, projects: readonly string[]): TokenState => ({
  hash: '',
  name,
  type: 'client',
  projects: [...projects],
  environment: '*',
  expiresAt: null,
});
