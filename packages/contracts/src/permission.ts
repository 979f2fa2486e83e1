/** Permissions on the whole instance. */
export const rootPermissions = [
  'ADMIN',
  'CREATE_ADDON',
  'UPDATE_ADDON',
  'DELETE_ADDON',
  'READ_CLIENT_API_TOKEN',
  'CREATE_CLIENT_API_TOKEN',
  'UPDATE_CLIENT_API_TOKEN',
  'DELETE_CLIENT_API_TOKEN',
  'READ_FRONTEND_API_TOKEN',
  'CREATE_FRONTEND_API_TOKEN',
  'UPDATE_FRONTEND_API_TOKEN',
  'DELETE_FRONTEND_API_TOKEN',
  'UPDATE_APPLICATION',
  'CREATE_CONTEXT_FIELD',
  'UPDATE_CONTEXT_FIELD',
  'DELETE_CONTEXT_FIELD',
  'CREATE_PROJECT',
  'READ_ROLE',
  'RELEASE_PLAN_TEMPLATE_CREATE',
  'RELEASE_PLAN_TEMPLATE_UPDATE',
  'RELEASE_PLAN_TEMPLATE_DELETE',
  'SEND_SIGNAL',
  'CREATE_SEGMENT',
  'UPDATE_SEGMENT',
  'DELETE_SEGMENT',
  'CREATE_STRATEGY',
  'UPDATE_STRATEGY',
  'DELETE_STRATEGY',
  'CREATE_TAG_TYPE',
  'UPDATE_TAG_TYPE',
  'DELETE_TAG_TYPE',
] as const;

/** Permissions in one project. */
export const projectPermissions = [
  'CREATE_FEATURE',
  'UPDATE_FEATURE',
  'DELETE_FEATURE',
  'UPDATE_FEATURE_DEPENDENCY',
  'UPDATE_FEATURE_VARIANTS',
  'MOVE_FEATURE_TOGGLE',
  'UPDATE_PROJECT',
  'DELETE_PROJECT',
  'UPDATE_PROJECT_SEGMENT',
  'UPDATE_PROJECT_RELEASE_TEMPLATE',
  'UPDATE_CODE_REFERENCES',
  'READ_PROJECT_API_TOKEN',
  'CREATE_PROJECT_API_TOKEN',
  'DELETE_PROJECT_API_TOKEN',
] as const;

/** Permissions in one environment of one project. */
export const environmentPermissions = [
  'CREATE_FEATURE_STRATEGY',
  'UPDATE_FEATURE_STRATEGY',
  'DELETE_FEATURE_STRATEGY',
  'UPDATE_FEATURE_ENVIRONMENT',
  'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
  'APPROVE_CHANGE_REQUEST',
  'APPLY_CHANGE_REQUEST',
  'SKIP_CHANGE_REQUEST',
] as const;

/**
 * Permissions that an agent can have of its person's. Everything else is closed to agents: people, roles, tokens, settings, deletion for
 * good, approval, and changes that skip one.
 */
export const agentPermissions: readonly (ProjectPermission | EnvironmentPermission)[] = [
  'CREATE_FEATURE',
  'UPDATE_FEATURE',
  'DELETE_FEATURE',
  'UPDATE_FEATURE_DEPENDENCY',
  'UPDATE_FEATURE_VARIANTS',
  'CREATE_FEATURE_STRATEGY',
  'UPDATE_FEATURE_STRATEGY',
  'DELETE_FEATURE_STRATEGY',
  'UPDATE_FEATURE_ENVIRONMENT',
  'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
];

/** One of `rootPermissions`. */
export type RootPermission = (typeof rootPermissions)[number];
/** One of `projectPermissions`. */
export type ProjectPermission = (typeof projectPermissions)[number];
/** One of `environmentPermissions`. */
export type EnvironmentPermission = (typeof environmentPermissions)[number];
/** Any permission. */
export type Permission = RootPermission | ProjectPermission | EnvironmentPermission;

/** Display names of permissions (reference, toggle side §3.1). */
export const permissionTitles: Readonly<Record<Permission, string>> = {
  ADMIN: 'Admin',
  CREATE_ADDON: 'Create addons',
  UPDATE_ADDON: 'Update addons',
  DELETE_ADDON: 'Delete addons',
  READ_CLIENT_API_TOKEN: 'Read client API tokens',
  CREATE_CLIENT_API_TOKEN: 'Create client API tokens',
  UPDATE_CLIENT_API_TOKEN: 'Update client API tokens',
  DELETE_CLIENT_API_TOKEN: 'Delete client API tokens',
  READ_FRONTEND_API_TOKEN: 'Read frontend API tokens',
  CREATE_FRONTEND_API_TOKEN: 'Create frontend API tokens',
  UPDATE_FRONTEND_API_TOKEN: 'Update frontend API tokens',
  DELETE_FRONTEND_API_TOKEN: 'Delete frontend API tokens',
  UPDATE_APPLICATION: 'Update applications',
  CREATE_CONTEXT_FIELD: 'Create context fields',
  UPDATE_CONTEXT_FIELD: 'Update context fields',
  DELETE_CONTEXT_FIELD: 'Delete context fields',
  CREATE_PROJECT: 'Create projects',
  READ_ROLE: 'Read roles',
  RELEASE_PLAN_TEMPLATE_CREATE: 'Create release templates',
  RELEASE_PLAN_TEMPLATE_UPDATE: 'Update release templates',
  RELEASE_PLAN_TEMPLATE_DELETE: 'Delete release templates',
  SEND_SIGNAL: 'Report signals that guard releases',
  CREATE_SEGMENT: 'Create segments',
  UPDATE_SEGMENT: 'Edit segments',
  DELETE_SEGMENT: 'Delete segments',
  CREATE_STRATEGY: 'Create activation strategies',
  UPDATE_STRATEGY: 'Update strategies',
  DELETE_STRATEGY: 'Delete strategies',
  CREATE_TAG_TYPE: 'Create tag types',
  UPDATE_TAG_TYPE: 'Update tag types',
  DELETE_TAG_TYPE: 'Delete tag types',
  CREATE_FEATURE: 'Create feature toggles',
  UPDATE_FEATURE: 'Update feature toggles',
  DELETE_FEATURE: 'Delete feature toggles',
  UPDATE_FEATURE_DEPENDENCY: 'Update feature dependency',
  UPDATE_FEATURE_VARIANTS: 'Create/edit variants',
  MOVE_FEATURE_TOGGLE: 'Change feature toggle project',
  UPDATE_PROJECT: 'Update project',
  DELETE_PROJECT: 'Delete project',
  UPDATE_PROJECT_SEGMENT: 'Create/edit project segment',
  UPDATE_PROJECT_RELEASE_TEMPLATE: 'Create/edit project release templates',
  UPDATE_CODE_REFERENCES: 'Upload references to features in code',
  READ_PROJECT_API_TOKEN: 'Read project API tokens',
  CREATE_PROJECT_API_TOKEN: 'Create project API tokens',
  DELETE_PROJECT_API_TOKEN: 'Delete project API tokens',
  CREATE_FEATURE_STRATEGY: 'Create activation strategies',
  UPDATE_FEATURE_STRATEGY: 'Update activation strategies',
  DELETE_FEATURE_STRATEGY: 'Delete activation strategies',
  UPDATE_FEATURE_ENVIRONMENT: 'Enable/disable toggles',
  UPDATE_FEATURE_ENVIRONMENT_VARIANTS: 'Update variants',
  APPROVE_CHANGE_REQUEST: 'Approve/Reject change requests',
  APPLY_CHANGE_REQUEST: 'Apply change requests',
  SKIP_CHANGE_REQUEST: 'Skip change request process',
};

/** A permission with its scope. Without `project` or `environment` it applies everywhere. */
export interface Right {
  readonly permission: Permission;
  readonly project?: string;
  readonly environment?: string;
}

/** Roles of `root` type apply to the whole instance, those of `project` type to the project of the grant. */
export interface Role {
  readonly id: number;
  readonly type: 'root' | 'project' | 'root-custom' | 'custom';
  readonly name: string;
  readonly description: string;
  readonly rights: readonly Right[];
}

const changeRequestPermissions: readonly Permission[] = ['APPROVE_CHANGE_REQUEST', 'APPLY_CHANGE_REQUEST', 'SKIP_CHANGE_REQUEST'];
const workInEnvironments = environmentPermissions.filter((permission) => !changeRequestPermissions.includes(permission));
const notOfEditors: readonly Permission[] = [
  'ADMIN',
  'READ_ROLE',
  'SEND_SIGNAL',
  'CREATE_CLIENT_API_TOKEN',
  'UPDATE_CLIENT_API_TOKEN',
  'DELETE_CLIENT_API_TOKEN',
  'CREATE_FRONTEND_API_TOKEN',
  'UPDATE_FRONTEND_API_TOKEN',
  'DELETE_FRONTEND_API_TOKEN',
];
const everywhere = (permissions: readonly Permission[]): Right[] => permissions.map((permission) => ({ permission }));
const inDefault = (permissions: readonly Permission[]): Right[] => permissions.map((permission) => ({ permission, project: 'default' }));

/**
 * Predefined roles with their ids on a fresh instance: the five of the reference (toggle side §3.2), and two for deciding on change
 * requests without being an administrator. They cannot be changed.
 */
export const predefinedRoles: readonly Role[] = [
  { id: 1, type: 'root', name: 'Admin', description: 'Full access to everything', rights: everywhere(['ADMIN']) },
  {
    id: 2,
    type: 'root',
    name: 'Editor',
    description: 'Can edit features of the default project and create projects',
    rights: [
      ...everywhere(rootPermissions.filter((permission) => !notOfEditors.includes(permission))),
      ...inDefault([...projectPermissions, ...workInEnvironments]),
    ],
  },
  { id: 3, type: 'root', name: 'Viewer', description: 'Can read everything that is not private', rights: [] },
  {
    id: 4,
    type: 'project',
    name: 'Owner',
    description: 'Full access to the project',
    rights: everywhere([...projectPermissions, ...workInEnvironments]),
  },
  {
    id: 5,
    type: 'project',
    name: 'Member',
    description: 'Can work on the features of the project',
    rights: everywhere([
      'CREATE_FEATURE',
      'UPDATE_FEATURE',
      'DELETE_FEATURE',
      'UPDATE_FEATURE_VARIANTS',
      'UPDATE_FEATURE_DEPENDENCY',
      'UPDATE_CODE_REFERENCES',
      'READ_PROJECT_API_TOKEN',
      'CREATE_PROJECT_API_TOKEN',
      'DELETE_PROJECT_API_TOKEN',
      ...workInEnvironments,
    ]),
  },
  {
    id: 6,
    type: 'project',
    name: 'Change request approver',
    description: 'Can approve and reject change requests in the project',
    rights: everywhere(['APPROVE_CHANGE_REQUEST']),
  },
  {
    id: 7,
    type: 'project',
    name: 'Change request applier',
    description: 'Can apply approved change requests in the project',
    rights: everywhere(['APPLY_CHANGE_REQUEST']),
  },
];

/** Ids of the predefined roles. */
export const roleIds = { admin: 1, editor: 2, viewer: 3, owner: 4, member: 5, approver: 6, applier: 7 } as const;
