import {
  type AccessState,
  anonymous,
  Failure,
  type Grant,
  predefinedRoles,
  type Principal,
  roleIds,
} from '../../packages/contracts/src/index.ts';
import { AccessReplica, admitCaller } from '../../packages/host/src/index.ts';
import { compareTexts, type RouteDeclaration, type Service } from '../../packages/kit/src/index.ts';

const project = 'shop';

/** Who calls, and what they hold. All have the project of the path in view, and those with a role in a project have it there. */
const callers: readonly { readonly title: string; readonly principal: Principal; readonly role?: number }[] = [
  { title: 'nobody', principal: anonymous },
  { title: 'client token', principal: token('client') },
  { title: 'frontend token', principal: token('frontend') },
  { title: 'viewer', principal: user(1, roleIds.viewer) },
  { title: 'editor', principal: user(2, roleIds.editor) },
  { title: 'member', principal: user(3, roleIds.viewer), role: roleIds.member },
  { title: 'owner', principal: user(4, roleIds.viewer), role: roleIds.owner },
  { title: 'admin token', principal: token('admin') },
  { title: 'admin', principal: user(5, roleIds.admin) },
];

function token(tokenType: 'client' | 'frontend' | 'admin'): Principal {
  return { kind: 'api-token', id: null, name: tokenType, rootRole: null, groups: [], tokenType, accessVersion: 0 };
}

function user(id: number, rootRole: number): Principal {
  return { kind: 'user', id, name: `user-${id}`, rootRole, groups: [], accessVersion: 0 };
}

/**
 * The page of who may call which route, decided by the function that decides about requests. A route that is answered by its service's own
 * rule, or by the handler, is marked.
 */
export async function describePermissions(services: readonly Service[]): Promise<string> {
  const access = new AccessReplica({ fetch: async () => stateOf(), warn: () => undefined });
  await access.follower.refresh();
  const sections = services
    .filter(({ routes }) => routes.length > 0)
    .map(({ name, routes }) => {
      const rows = routes
        .map(({ declaration }) => rowOf(declaration, access))
        .toSorted(([one = ''], [other = '']) => compareTexts(one, other));
      return `## ${name}\n\n${table(['route', ...callers.map(({ title }) => title)], rows)}`;
    });
  return `${head}\n${sections.join('\n\n')}\n`;
}

const head = `# Who may call which route

Written by \`npm run reference\` from the declarations of routes. \`401\` asks for a credential, \`403\` names the missing permission. A dot means
that the request reaches the handler. The handler may still refuse it: by a rule of its own, for a protected environment, or where the
path names no project. Member and owner are viewers with that role in the project of the path.
`;

function stateOf(): AccessState {
  const grants: Grant[] = callers.flatMap(({ principal, role }) =>
    role === undefined ? [] : [{ user: principal.id, group: null, role, project, since: '2026-01-01T00:00:00.000Z' }],
  );
  const roles = predefinedRoles.map(({ id, type, name, rights }) => ({ id, type, name, rights: [...rights] }));
  return { version: 1, keys: [], roles, grants, projects: [{ id: project, mode: 'open' }], maintenance: false, heard: {} };
}

function rowOf(declaration: RouteDeclaration, access: AccessReplica): string[] {
  const params = { projectId: project, environment: 'production' };
  const named = Object.fromEntries(Object.entries(params).filter(([name]) => declaration.path.includes(`:${name}`)));
  const answers = callers.map(({ principal }) => {
    try {
      admitCaller(declaration, principal, access, { params: named });
      return '·';
    } catch (error) {
      if (error instanceof Failure) return String(error.status);
      throw error;
    }
  });
  return [`${declaration.method.toUpperCase()} ${declaration.path}`, ...answers];
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(titles), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}
