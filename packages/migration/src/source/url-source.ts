import { type Api, type Fetch, openApi } from '../call/api.ts';
import { readFeatures } from './url-features.ts';
import { readProject, type ListedProject } from './url-projects.ts';
import type {
  Snapshot,
  SourceAddon,
  SourceContextField,
  SourceEnvironment,
  SourceAccounts,
  SourceProject,
  SourceSegment,
  SourceToken,
} from './snapshot.ts';
import { exportEvent, type Source } from './source.ts';

/** A running instance, read through its administration API. */
export function openUrlSource(url: string, token: string, fetchFrom?: Fetch): Source {
  const api = openApi(url, token, fetchFrom);
  return {
    read: () => readUrl(api),
    async latestChange() {
      const { events } = await api.get<{ events: { id: number; type: string }[] }>('/api/admin/events');
      return Math.max(0, ...events.filter(({ type }) => type !== exportEvent).map(({ id }) => id));
    },
    events: () => null,
    usage: () => null,
    close: async () => {},
  };
}

async function readUrl(api: Api): Promise<Snapshot> {
  const tokens = await readTokens(api);
  const projects = await readProjects(api, tokens);
  const { tagTypes } = await api.get<{ tagTypes: Snapshot['tagTypes'] }>('/api/admin/tag-types');
  const { tags } = await api.get<{ tags: Snapshot['tags'] }>('/api/admin/tags');
  return {
    source: api.url,
    instanceId: null,
    environments: await readEnvironments(api, projects),
    projects,
    contextFields: await readContextFields(api),
    tagTypes: tagTypes.map(({ name, description, icon, color }) => ({ name, description, icon, color: color ?? null })),
    tags,
    strategies: await readStrategies(api),
    segments: await readSegments(api),
    features: await readFeatures(api, projects),
    tokens,
    addons: await readAddons(api),
    accounts: await readAccounts(api),
  };
}

/** The open-source API lists only some projects. Others may have tokens. */
async function readProjects(api: Api, tokens: readonly SourceToken[]): Promise<SourceProject[]> {
  const { projects } = await api.get<{ projects: ListedProject[] }>('/api/admin/projects');
  const listed = new Set(projects.map(({ id }) => id));
  const others = new Set(tokens.flatMap((token) => token.projects).filter((id) => id !== '*' && !listed.has(id)));
  return [
    ...(await Promise.all(projects.map((project) => readProject(api, project)))),
    ...(await Promise.all([...others].map((id) => readProject(api, { id, name: id })))),
  ];
}

/** The open-source API lists only some environments. Others may be in use. */
async function readEnvironments(api: Api, projects: readonly SourceProject[]): Promise<SourceEnvironment[]> {
  const { environments } = await api.get<{ environments: SourceEnvironment[] }>('/api/admin/environments');
  const listed = environments.map(({ name, type, sortOrder, enabled }) => ({ name, type, sortOrder, enabled }));
  const names = new Set(listed.map(({ name }) => name));
  const others = new Set(projects.flatMap((project) => project.environments).filter((name) => !names.has(name)));
  return [...listed, ...[...others].map((name, index) => ({ name, type: null, sortOrder: 1000 + index, enabled: true }))];
}

async function readContextFields(api: Api): Promise<SourceContextField[]> {
  const fields = await api.get<(SourceContextField & { project?: string })[]>('/api/admin/context');
  return fields.map(({ name, description, stickiness, sortOrder, legalValues, project }) => ({
    name,
    description,
    stickiness,
    sortOrder,
    legalValues: legalValues ?? [],
    project: project ?? null,
  }));
}

async function readStrategies(api: Api): Promise<Snapshot['strategies']> {
  type Listed = Snapshot['strategies'][number] & { readonly editable: boolean };
  const { strategies } = await api.get<{ strategies: Listed[] }>('/api/admin/strategies');
  return strategies
    .filter(({ editable }) => editable)
    .map(({ name, description, deprecated, parameters }) => ({ name, description, deprecated, parameters }));
}

async function readSegments(api: Api): Promise<SourceSegment[]> {
  const found = await api.find<{ segments: (SourceSegment & { project?: string })[] }>('/api/admin/segments');
  return (found?.segments ?? []).map(({ id, name, description, project, constraints }) => ({
    id,
    name,
    description: description ?? null,
    project: project ?? null,
    constraints,
  }));
}

/** Tokens of later versions are stored hashed: the list then contains a selector instead of the secret. */
async function readTokens(api: Api): Promise<SourceToken[]> {
  type Listed = Omit<SourceToken, 'hash'> & { readonly secret: string; readonly secure?: boolean; readonly username?: string };
  const { tokens } = await api.get<{ tokens: Listed[] }>('/api/admin/api-tokens');
  return tokens.map(({ secret, secure, tokenName, username, type, environment, projects, createdAt, expiresAt, seenAt }) => ({
    secret: secure ? null : secret,
    hash: null,
    tokenName: tokenName ?? username ?? '',
    type,
    environment: environment ?? '*',
    projects,
    createdAt,
    expiresAt: expiresAt ?? null,
    seenAt: seenAt ?? null,
  }));
}

async function readAddons(api: Api): Promise<SourceAddon[]> {
  const { addons } = await api.get<{ addons: SourceAddon[] }>('/api/admin/addons');
  return addons.map(({ provider, description, parameters, events, projects, environments }) => ({
    provider,
    description: description ?? null,
    parameters,
    events,
    projects: projects ?? [],
    environments: environments ?? [],
  }));
}

interface ListedUser {
  readonly id: number;
  readonly username?: string;
  readonly email?: string;
  readonly name?: string;
  readonly rootRole: number;
  readonly createdAt: string;
  readonly seenAt: string | null;
}

/** Without passwords, personal tokens, roles and groups: the API does not return them. */
async function readAccounts(api: Api): Promise<SourceAccounts> {
  const listed = await api.get<{ users: ListedUser[]; rootRoles: { id: number; name: string }[] }>('/api/admin/user-admin');
  const roles = new Map(listed.rootRoles.map(({ id, name }) => [id, name]));
  const users = listed.users.map(({ id, username, email, name, rootRole, createdAt, seenAt }) => ({
    id,
    username: username ?? null,
    email: email ?? null,
    name: name ?? null,
    passwordHash: null,
    rootRole: roles.get(rootRole) ?? 'Viewer',
    isService: false,
    createdAt,
    seenAt: seenAt ?? null,
  }));
  return { users, personalTokens: [], roles: [], groups: [], grants: [] };
}
