import { type Principal, type TokenState } from '@signalbox/contracts';
import type { FastCall, OpenParts } from '@signalbox/kit';
import type { Replica, Revisions } from '@signalbox/replica';
import { tokenOf } from './token.ts';

/** Dependencies of reads. */
export interface CallerParts {
  readonly replica: Pick<Replica, 'stale' | 'view'>;
  readonly revisions: Revisions;
  readonly access: OpenParts['access'];
}

/**
 * The token of the caller, once this process has reached the requested revision (by default that of `If-Min-Revision`); users get an
 * equivalent token. Throws the failures of `Revisions`.
 */
export function callerOf(call: Call, parts: CallerParts, required = call.header('if-min-revision')): TokenState | Promise<TokenState> {
  const { replica, revisions } = parts;
  const reached = revisions.reach(required, call.response);
  if (replica.stale) call.response.setHeader('x-signalbox-stale', 'true');
  return reached ? whenReached(reached, call, parts) : tokenOfCaller(call.principal, parts);
}

type Call = Pick<FastCall, 'principal' | 'admit' | 'header' | 'response'>;

/** The token may have been revoked while the caller waited. */
async function whenReached(reached: Promise<void>, call: Call, parts: CallerParts): Promise<TokenState> {
  await reached;
  return tokenOfCaller(await call.admit(), parts);
}

const tokenOfCaller = (principal: Principal, parts: CallerParts): TokenState => tokenOf(principal) ?? tokenOfUser(principal, parts);

/** Equivalent to a token for every environment; the query selects one. */
function tokenOfUser(principal: Principal, parts: CallerParts): TokenState {
  const projects = visibleTo(principal, parts);
  return { hash: '', name: principal.name, type: 'client', projects, environment: '*', expiresAt: null };
}

/** All projects, or those visible to the user. */
function visibleTo(principal: Principal, { access, replica }: CallerParts): string[] {
  const projects = new Set([...replica.view.features()].map(({ project }) => project));
  const visible = [...projects].filter((project) => access.sees(principal, project));
  return visible.length === projects.size ? ['*'] : visible;
}
