/** Permissions by subject, in display order. Unlisted ones go into the last group. */
const groups = {
  features: [
    'CREATE_FEATURE',
    'UPDATE_FEATURE',
    'DELETE_FEATURE',
    'UPDATE_FEATURE_DEPENDENCY',
    'UPDATE_FEATURE_VARIANTS',
    'MOVE_FEATURE_TOGGLE',
  ],
  project: [
    'UPDATE_PROJECT',
    'DELETE_PROJECT',
    'UPDATE_PROJECT_SEGMENT',
    'UPDATE_PROJECT_RELEASE_TEMPLATE',
    'UPDATE_CODE_REFERENCES',
    'CREATE_PROJECT',
  ],
  tokens: [
    'READ_PROJECT_API_TOKEN',
    'CREATE_PROJECT_API_TOKEN',
    'DELETE_PROJECT_API_TOKEN',
    'READ_CLIENT_API_TOKEN',
    'CREATE_CLIENT_API_TOKEN',
    'UPDATE_CLIENT_API_TOKEN',
    'DELETE_CLIENT_API_TOKEN',
    'READ_FRONTEND_API_TOKEN',
    'CREATE_FRONTEND_API_TOKEN',
    'UPDATE_FRONTEND_API_TOKEN',
    'DELETE_FRONTEND_API_TOKEN',
  ],
  segments: ['CREATE_SEGMENT', 'UPDATE_SEGMENT', 'DELETE_SEGMENT'],
  vocabulary: [
    'CREATE_CONTEXT_FIELD',
    'UPDATE_CONTEXT_FIELD',
    'DELETE_CONTEXT_FIELD',
    'CREATE_STRATEGY',
    'UPDATE_STRATEGY',
    'DELETE_STRATEGY',
    'CREATE_TAG_TYPE',
    'UPDATE_TAG_TYPE',
    'DELETE_TAG_TYPE',
    'RELEASE_PLAN_TEMPLATE_CREATE',
    'RELEASE_PLAN_TEMPLATE_UPDATE',
    'RELEASE_PLAN_TEMPLATE_DELETE',
  ],
  instance: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type PermissionGroup = keyof typeof groups;

/** Groups permissions by subject, each exactly once. Omits empty groups. */
export function groupPermissions<P extends { readonly name: string }>(
  permissions: readonly P[],
): readonly { readonly group: PermissionGroup; readonly permissions: readonly P[] }[] {
  return (Object.keys(groups) as PermissionGroup[])
    .map((group) => ({ group, permissions: permissions.filter(({ name }) => groupOf(name) === group) }))
    .filter((each) => each.permissions.length > 0);
}

const groupOf = (name: string): PermissionGroup =>
  (Object.keys(groups) as PermissionGroup[]).find((group) => (groups[group] as readonly string[]).includes(name)) ?? 'instance';

/** A permission of a role, limited to an environment unless it applies to all. */
export interface Right {
  readonly name: string;
  readonly environment?: string;
}

const isSame = (one: Right, other: Right): boolean => one.name === other.name && one.environment === other.environment;

/** Adds or removes a right. A right for all environments replaces those for single ones. */
export function toggleRight(rights: readonly Right[], right: Right): readonly Right[] {
  if (rights.some((each) => isSame(each, right))) return rights.filter((each) => !isSame(each, right));
  const others = right.environment === undefined ? rights.filter(({ name }) => name !== right.name) : rights;
  return [...others, right];
}

/** Whether a right applies in the environment, directly or because it applies to all. */
export const holds = (rights: readonly Right[], { name, environment }: Right): boolean =>
  rights.some((each) => each.name === name && (each.environment === undefined || each.environment === environment));
