/** A permission and its scope: everywhere, a project, or an environment of a project. */
export interface Grant {
  readonly permission: string;
  readonly project?: string;
  readonly environment?: string;
}

/** Whether a grant covers the permission there. For display only: the server enforces it. */
export function may(grants: readonly Grant[], permission: string, { project, environment }: Omit<Grant, 'permission'> = {}): boolean {
  return grants.some(
    (grant) =>
      (grant.permission === permission || grant.permission === 'ADMIN') &&
      (grant.project === undefined || grant.project === '*' || grant.project === project) &&
      (grant.environment === undefined || grant.environment === environment),
  );
}

/** Permissions in words. Others are shown by their display name. */
export const permissionTitles: Readonly<Record<string, string>> = {
  ADMIN: 'Administer the instance',
  CREATE_FEATURE: 'Create features',
  UPDATE_FEATURE: 'Edit and tag features, mark them as stale',
  DELETE_FEATURE: 'Archive and delete features',
  UPDATE_FEATURE_DEPENDENCY: 'Manage dependencies between features',
  UPDATE_FEATURE_VARIANTS: 'Edit variants of features',
  MOVE_FEATURE_TOGGLE: 'Move features to another project',
  UPDATE_PROJECT: 'Edit the project, its members and environments',
  DELETE_PROJECT: 'Delete the project',
  UPDATE_PROJECT_SEGMENT: 'Edit segments of the project',
  UPDATE_PROJECT_RELEASE_TEMPLATE: 'Edit release templates of the project',
  UPDATE_CODE_REFERENCES: 'Upload code references',
  RELEASE_PLAN_TEMPLATE_CREATE: 'Create release templates',
  RELEASE_PLAN_TEMPLATE_UPDATE: 'Edit release templates',
  RELEASE_PLAN_TEMPLATE_DELETE: 'Delete release templates',
  READ_PROJECT_API_TOKEN: 'View tokens of the project',
  CREATE_PROJECT_API_TOKEN: 'Create tokens for the project',
  DELETE_PROJECT_API_TOKEN: 'Delete tokens of the project',
  CREATE_FEATURE_STRATEGY: 'Add strategies',
  UPDATE_FEATURE_STRATEGY: 'Edit strategies',
  DELETE_FEATURE_STRATEGY: 'Delete strategies',
  UPDATE_FEATURE_ENVIRONMENT: 'Turn features on and off',
  UPDATE_FEATURE_ENVIRONMENT_VARIANTS: 'Edit variants',
  APPROVE_CHANGE_REQUEST: 'Approve change requests',
  APPLY_CHANGE_REQUEST: 'Apply approved change requests',
  SKIP_CHANGE_REQUEST: 'Make changes without a change request',
  CREATE_PROJECT: 'Create projects',
  READ_ROLE: 'View roles and their holders',
  UPDATE_APPLICATION: 'Edit how applications are displayed',
  CREATE_ADDON: 'Add webhooks',
  UPDATE_ADDON: 'Edit webhooks and resend events',
  DELETE_ADDON: 'Delete webhooks',
  READ_CLIENT_API_TOKEN: 'View client tokens',
  CREATE_CLIENT_API_TOKEN: 'Create client tokens',
  UPDATE_CLIENT_API_TOKEN: 'Edit and rotate client tokens',
  DELETE_CLIENT_API_TOKEN: 'Delete client tokens',
  READ_FRONTEND_API_TOKEN: 'View frontend tokens',
  CREATE_FRONTEND_API_TOKEN: 'Create frontend tokens',
  UPDATE_FRONTEND_API_TOKEN: 'Edit and rotate frontend tokens',
  DELETE_FRONTEND_API_TOKEN: 'Delete frontend tokens',
};

const either = new Intl.ListFormat('en', { type: 'disjunction' });
const inWords = (permission: string): string => `${permission.charAt(0)}${permission.slice(1).toLowerCase().replaceAll('_', ' ')}`;

/** Explains which permission is missing. `owners`: names of users who can grant it; empty if none are known. */
export function describeLack(permission: string, environment: string | undefined, owners: readonly string[]): string {
  const needed = permissionTitles[permission] ?? inWords(permission);
  const askable = owners.length === 0 ? 'an administrator' : `${either.format(owners)} (${owners.length === 1 ? 'owner' : 'owners'})`;
  return `You need the permission “${needed}”${environment === undefined ? '' : ` in ${environment}`}. Ask ${askable}.`;
}
