import type { IncomingMessage } from 'node:http';
import { Failure, foreignOriginHeader, loginRequired, type Principal } from '@signalbox/contracts';
import { noAccess, type AccessScope, type RouteDeclaration } from '@signalbox/kit';
import type { AccessReplica } from '../access/access-replica.ts';
import { isRefusedInMaintenance } from './pipeline-failures.ts';
import { mediaTypeOf } from './read-body.ts';
import { headerOf } from './target.ts';

/** A caller of a route, with the parts of the request that the authorization depends on. */
export interface Admission {
  readonly declaration: RouteDeclaration;
  readonly principal: Principal;
  readonly access: AccessReplica;
  readonly params: Readonly<Record<string, unknown>>;
  readonly foreignOrigin?: string | undefined;
}

/** Refuses unauthorized callers and unsupported content types, in the order of the wire format (reference, toggle side §1). */
export function admit(admission: Admission, request: IncomingMessage): void {
  admitCaller({ ...admission, foreignOrigin: headerOf(request, foreignOriginHeader) });
  refuseOtherContent(admission.declaration, request);
}

/** Throws the failure of the first check that fails: anonymous caller, maintenance mode, missing permission, invisible project. */
export function admitCaller(admission: Admission): void {
  refuseAnonymous(admission);
  refuseAgents(admission);
  refuseMaintenance(admission);
  refuseWithoutPermission(admission);
  refuseHiddenProject(admission);
}

/** The checks of a fast route, which changes nothing and belongs to no project. */
export function admitFast(declaration: RouteDeclaration, principal: Principal, access: AccessReplica): void {
  const admission = { declaration, principal, access, params: {} };
  refuseAnonymous(admission);
  refuseAgents(admission);
  refuseWithoutPermission(admission);
}

/** Returns true for a user, by session or personal token. */
export const isUser = ({ kind }: Principal): boolean => kind === 'user' || kind === 'service-account';

/** Returns true if the route is for API tokens of some kind, which no user holds. */
export const isForTokens = ({ permission }: RouteDeclaration): boolean => [permission].flat().some((name) => name in tokens);

const tokens: Readonly<Record<string, string>> = { CLIENT: 'client', FRONTEND: 'frontend' };

function refuseAnonymous({ declaration: { permission }, principal, access, foreignOrigin }: Admission): void {
  if (permission === 'public' || principal.kind !== 'anonymous') return;
  const accepted = [permission].flat().flatMap((name) => tokens[name] ?? []);
  if (accepted.length === 0) throw loginRequired(foreignOrigin, access.logIn);
  const message = `Send a valid ${accepted.join(' or ')} token in the header Authorization.`;
  throw new Failure('AuthenticationRequired', message);
}

function refuseAgents({ declaration, principal }: Pick<Admission, 'declaration' | 'principal'>): void {
  if (principal.via && !declaration.agents)
    throw new Failure('NoAccessError', 'Agents may not do this. Ask the person that the agent acts for.', { extra: { permissions: [] } });
}

function refuseMaintenance({ declaration, access }: Admission): void {
  if (!access.maintenance || !isRefusedInMaintenance(declaration)) return;
  throw new Failure('MaintenanceModeError', 'Signalbox is in maintenance mode and rejects changes until an administrator ends it.', {
    retryAfterSeconds: 60,
  });
}

function refuseWithoutPermission({ declaration, principal, access, params }: Admission): void {
  const rule = declaration.permission;
  if (rule === 'public') return;
  const ordinary = principal.kind !== 'api-token' || principal.tokenType === 'admin';
  if (rule === 'authenticated' && ordinary) return;
  const permissions = rule === 'authenticated' ? ['ADMIN'] : typeof rule === 'string' ? [rule] : [...rule];
  // The handler determines the project of the feature. Callers without the permission in any project are refused first.
  if (countsAnywhere(declaration) && access.allowsSomewhere(principal, permissions)) return;
  if (access.allows(principal, permissions, scopeOf(declaration, params))) return;
  throw noAccess(permissions, scopeOf(declaration, params));
}

const countsAnywhere = ({ scope }: RouteDeclaration): boolean => scope === 'project of the feature' || scope === 'any project';

function scopeOf(declaration: RouteDeclaration, params: Admission['params']): AccessScope {
  const project = { project: String(params['projectId']) };
  if (declaration.scope === 'project of the path') return project;
  return declaration.scope === 'environment of the path' ? { ...project, environment: String(params['environment']) } : {};
}

function refuseHiddenProject({ declaration, principal, access, params }: Admission): void {
  const project = params['projectId'];
  if (declaration.permission === 'public' || typeof project !== 'string') return;
  // In a schema that Signalbox did not create, the collation may treat a name with a trailing blank as the name of a hidden project.
  if (!project.endsWith(' ') && access.sees(principal, project)) return;
  throw new Failure('NotFoundError', `There is no project ${project}.`);
}

function refuseOtherContent({ body, method, bodyTypes = ['application/json'], file }: RouteDeclaration, request: IncomingMessage): void {
  if (!body || method === 'delete') return;
  const { 'content-type': sent, 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const types: readonly string[] = [...bodyTypes, ...(file?.types ?? [])];
  const isAbsent = length === undefined && encoding === undefined;
  if (isAbsent || !types.includes(mediaTypeOf(request))) throw otherContent(types, sent);
  refuseOtherCharset(sent);
}

/** Throws 415 unless the charset of the content type is UTF-8: the nesting depth is counted in bytes. */
export function refuseOtherCharset(sent = ''): void {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(sent) ?? [];
  if (!/^utf-?8$/i.test(charset)) throw new Failure('ContentTypeError', `The body must be UTF-8; its charset was ${charset.slice(0, 40)}.`);
}

/** Creates the 415 for an unsupported content type. */
export const otherContent = (types: readonly string[], sent = 'none'): Failure =>
  new Failure('ContentTypeError', `The content type must be ${types.join(' or ')}; got ${sent}.`);
