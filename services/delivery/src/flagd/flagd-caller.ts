import { Code, ConnectError } from '@connectrpc/connect';
import { Failure, type TokenState } from '@signalbox/contracts';

import { isInProjects, projectsOf, type Scope } from '../feature/scope.ts';
import { environmentOf } from '../token/token.ts';
import { secretOf } from '../token/secret.ts';
import type { FindToken } from '../token/find-token.ts';

/** Finds callers of the port of flagd. */
export interface CallerOptions {
  readonly findToken: FindToken;
  readonly noteUse: (token: TokenState) => void;
  /** Secret for callers that send none; empty for none. */
  readonly fallback: string;
}

/** A caller: its token, and what its selector chose. */
export interface FlagdCaller {
  readonly token: TokenState;
  readonly selector: Selector;
}

interface Selector {
  readonly project?: string;
  readonly environment?: string;
}

const scheme = /^Bearer +/i;

/** Identifies the caller by its metadata. Throws `Unauthenticated`, or `Unavailable` until tokens are loaded. */
export async function flagdCaller(headers: Headers, { findToken, noteUse, fallback }: CallerOptions): Promise<FlagdCaller> {
  const given = secretOf({ headers: Object.fromEntries(headers) })?.replace(scheme, '');
  const token = await findTokenOrThrow(given || fallback || undefined, findToken);
  if (!token) throw new ConnectError('Send an API token in the metadata “authorization”.', Code.Unauthenticated);
  noteUse(token);
  return { token, selector: selectorIn(headers.get('flagd-selector') ?? '') };
}

async function findTokenOrThrow(secret: string | undefined, findToken: FindToken): Promise<TokenState | null> {
  try {
    return await findToken(secret);
  } catch (error) {
    throw error instanceof Failure ? new ConnectError(error.message, Code.Unavailable) : error;
  }
}

/** `flagSetId=shop,environment=production`, or the project alone. */
export function selectorIn(text: string): Selector {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const named = new Map(
    parts.map((part) => (part.includes('=') ? [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)] : ['flagSetId', part])),
  );
  const [project, environment] = [named.get('flagSetId'), named.get('environment')];
  const unknown = [...named.keys()].find((name) => name !== 'flagSetId' && name !== 'environment');
  if (unknown !== undefined)
    throw new ConnectError(
      `The selector has ${unknown}. It may have flagSetId, the id of a project, and environment.`,
      Code.InvalidArgument,
    );
  return { ...(project && { project }), ...(environment && { environment }) };
}

/** The features that the caller can access and selected. Throws `PermissionDenied` for another project than those of the token. */
export function flagdScope({ token, selector }: FlagdCaller, requested?: string): Scope {
  const { environment = requested, ...others } = selector;
  const scope = selectScope(token, { ...others, ...(environment !== undefined && { environment }) });
  if (!scope) throw new ConnectError(`The token has no access to the project ${selector.project}.`, Code.PermissionDenied);
  return scope;
}

/** The selected features; null for a project that the token does not allow. */
export function selectScope(token: TokenState, { project, environment }: Selector): Scope | null {
  const own = projectsOf(token, []);
  if (project !== undefined && !isInProjects(project, own)) return null;
  return { environment: environmentOf(token, environment), projects: project === undefined ? own : [project] };
}
