import { hashSecret, type TokenState, type TokenType } from '@signalbox/contracts';

/** An API token of the upstream. The secret stays in memory: the upstream validates secrets, not their hashes. */
export interface KnownToken {
  readonly secret: string;
  readonly state: TokenState;
}

/** A token as the upstream describes it. */
export interface Validated {
  readonly token: string;
  readonly type: string;
  readonly projects?: readonly string[];
  readonly environment?: string;
  /** Sent by Signalbox for tokens that expire. */
  readonly expiresAt?: string;
}

const types: Readonly<Record<string, TokenType>> = { client: 'client', backend: 'client', frontend: 'frontend', admin: 'admin' };

/** The token that the upstream has validated; null for an unknown type. */
export function knownTokenOf({ token: secret, type, projects, environment, expiresAt }: Validated): KnownToken | null {
  const scope = scopeIn(secret);
  const knownType = types[type.toLowerCase()];
  if (!knownType) return null;
  const own = { type: knownType, projects: [...(projects ?? scope.projects)], environment: environment ?? scope.environment };
  return tokenOf(secret, { ...own, expiresAt: expiresAt === undefined ? null : Date.parse(expiresAt) });
}

/** A token that is trusted without validation. Its scope is part of the secret: `project:environment.secret` or `secret@environment`. */
export const trustedToken = (secret: string, type: 'client' | 'frontend'): KnownToken =>
  tokenOf(secret, { type, ...scopeIn(secret), expiresAt: null });

const tokenOf = (secret: string, scope: Omit<TokenState, 'hash' | 'name'>): KnownToken => ({
  secret,
  state: { hash: hashSecret(secret), name: maskedSecret(secret), ...scope },
});

/** The scope in the text of a secret. `[]` stands for several projects that only the upstream knows. */
function scopeIn(secret: string): Pick<TokenState, 'projects' | 'environment'> {
  const [, project, environment] = /^([^\s:]+):([^\s.]+)\./.exec(secret) ?? [];
  if (project !== undefined && environment !== undefined) return { projects: [project === '[]' ? '*' : project], environment };
  const [, after] = /@([^@\s]+)$/.exec(secret) ?? [];
  return { projects: ['*'], environment: after ?? 'default' };
}

/** The secret for logs and pages: its scope, or its first characters. */
export function maskedSecret(secret: string): string {
  const end = secret.indexOf('.', Math.max(0, secret.indexOf(':')));
  return `${secret.slice(0, end > 0 ? end + 1 : 4)}…`;
}

/** True if the features of one token include those of the other. */
export const covers = (one: TokenState, other: TokenState): boolean =>
  one.environment === other.environment &&
  (one.projects.includes('*') || (!other.projects.includes('*') && other.projects.every((project) => one.projects.includes(project))));

/** True if the upstream serves features for the token, all of one environment. */
const isFollowable = ({ type, environment }: TokenState): boolean => type === 'client' && environment !== '*';

/** The smallest set of followable tokens that covers all others. Of tokens with the same scope it contains the first. */
export function reduceTokens(tokens: readonly KnownToken[]): KnownToken[] {
  const scopes = new Map<string, KnownToken>();
  for (const token of tokens) {
    const { environment, projects } = token.state;
    const scope = JSON.stringify([environment, [...projects].sort()]);
    if (isFollowable(token.state) && !scopes.has(scope)) scopes.set(scope, token);
  }
  const distinct = [...scopes.values()];
  return distinct.filter(({ state }) => !distinct.some((other) => other.state !== state && covers(other.state, state)));
}
