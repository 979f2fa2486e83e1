/** Subjects of permissions in display order, by the first pattern that matches. The last one has all others. */
const groups = {
  features: /FEATURE/,
  project: /PROJECT(?!_API_TOKEN)|^UPDATE_CODE_REFERENCES$/,
  tokens: /_API_TOKEN$/,
  segments: /_SEGMENT$/,
  vocabulary: /_(?:CONTEXT_FIELD|STRATEGY|TAG_TYPE)$|^RELEASE_PLAN_TEMPLATE_/,
  instance: /^/,
};

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
  (Object.keys(groups) as PermissionGroup[]).find((group) => groups[group].test(name)) ?? 'instance';

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
