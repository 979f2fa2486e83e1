import assert from 'node:assert/strict';
import { environmentPermissions, predefinedRoles, projectPermissions, type Right, roleIds, rootPermissions } from './permission.ts';

const rightsOf = (name: string): readonly Right[] => {
  const role = predefinedRoles.find((candidate) => candidate.name === name);
  assert.ok(role, `no role ${name}`);
  return role.rights;
};

const names = (rights: readonly Right[]): string[] => rights.map((right) => right.permission).sort();
const only = (rights: readonly Right[], project: string | undefined): Right[] => rights.filter((right) => right.project === project);

const inEnvironments = [
  'CREATE_FEATURE_STRATEGY',
  'DELETE_FEATURE_STRATEGY',
  'UPDATE_FEATURE_ENVIRONMENT',
  'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
  'UPDATE_FEATURE_STRATEGY',
];
const inProjects = [
  'CREATE_FEATURE',
  'CREATE_PROJECT_API_TOKEN',
  'DELETE_FEATURE',
  'DELETE_PROJECT',
  'DELETE_PROJECT_API_TOKEN',
  'MOVE_FEATURE_TOGGLE',
  'READ_PROJECT_API_TOKEN',
  'UPDATE_CODE_REFERENCES',
  'UPDATE_FEATURE',
  'UPDATE_FEATURE_DEPENDENCY',
  'UPDATE_FEATURE_VARIANTS',
  'UPDATE_PROJECT',
  'UPDATE_PROJECT_RELEASE_TEMPLATE',
  'UPDATE_PROJECT_SEGMENT',
];

describe('the permission catalog', () => {
  it('lists no permission twice', () => {
    const all = [...rootPermissions, ...projectPermissions, ...environmentPermissions];
    assert.equal(new Set(all).size, all.length);
  });

  it('contains the project and environment permissions of the reference', () => {
    assert.deepEqual([...projectPermissions].sort(), inProjects);
    const changeRequests = ['APPLY_CHANGE_REQUEST', 'APPROVE_CHANGE_REQUEST', 'SKIP_CHANGE_REQUEST'];
    assert.deepEqual([...environmentPermissions].sort(), [...changeRequests, ...inEnvironments].sort());
  });
});

describe('the predefined roles', () => {
  it('have the ids and types of a fresh instance', () => {
    const expected = [
      '1 root Admin',
      '2 root Editor',
      '3 root Viewer',
      '4 project Owner',
      '5 project Member',
      '6 project Change request approver',
      '7 project Change request applier',
    ];
    assert.deepEqual(
      predefinedRoles.map((role) => `${role.id} ${role.type} ${role.name}`),
      expected,
    );
    assert.deepEqual(roleIds, { admin: 1, editor: 2, viewer: 3, owner: 4, member: 5, approver: 6, applier: 7 });
  });

  it('grant administrators everything through one permission', () => {
    assert.deepEqual(rightsOf('Admin'), [{ permission: 'ADMIN' }]);
  });

  it('grant viewers no permission', () => {
    assert.deepEqual(rightsOf('Viewer'), []);
  });

  it('let editors work everywhere, but neither administer, read roles nor write tokens', () => {
    assert.deepEqual(names(only(rightsOf('Editor'), undefined)), [
      'CREATE_ADDON',
      'CREATE_CONTEXT_FIELD',
      'CREATE_PROJECT',
      'CREATE_SEGMENT',
      'CREATE_STRATEGY',
      'CREATE_TAG_TYPE',
      'DELETE_ADDON',
      'DELETE_CONTEXT_FIELD',
      'DELETE_SEGMENT',
      'DELETE_STRATEGY',
      'DELETE_TAG_TYPE',
      'READ_CLIENT_API_TOKEN',
      'READ_FRONTEND_API_TOKEN',
      'RELEASE_PLAN_TEMPLATE_CREATE',
      'RELEASE_PLAN_TEMPLATE_DELETE',
      'RELEASE_PLAN_TEMPLATE_UPDATE',
      'UPDATE_ADDON',
      'UPDATE_APPLICATION',
      'UPDATE_CONTEXT_FIELD',
      'UPDATE_SEGMENT',
      'UPDATE_STRATEGY',
      'UPDATE_TAG_TYPE',
    ]);
  });

  it('let editors change only the features of the default project, without approving anything', () => {
    const editor = rightsOf('Editor');
    assert.deepEqual(names(only(editor, 'default')), [...inProjects, ...inEnvironments].sort());
    assert.deepEqual([...new Set(editor.map((right) => right.project))], [undefined, 'default']);
  });

  it('grant owners every project permission and the work in environments', () => {
    assert.deepEqual(names(rightsOf('Owner')), [...inProjects, ...inEnvironments].sort());
  });

  it('deny members updating and deleting the project and moving features out of it', () => {
    const exceptions = [
      'DELETE_PROJECT',
      'MOVE_FEATURE_TOGGLE',
      'UPDATE_PROJECT',
      'UPDATE_PROJECT_RELEASE_TEMPLATE',
      'UPDATE_PROJECT_SEGMENT',
    ];
    const expected = inProjects.filter((permission) => !exceptions.includes(permission));
    assert.deepEqual(names(rightsOf('Member')), [...expected, ...inEnvironments].sort());
  });

  it('reserve decisions on change requests for administrators and two special roles', () => {
    const holders = predefinedRoles.filter((role) => role.rights.some((right) => right.permission.endsWith('_CHANGE_REQUEST')));
    assert.deepEqual(
      holders.map(({ id, rights }) => [id, rights]),
      [
        [roleIds.approver, [{ permission: 'APPROVE_CHANGE_REQUEST' }]],
        [roleIds.applier, [{ permission: 'APPLY_CHANGE_REQUEST' }]],
      ],
    );
  });
});
