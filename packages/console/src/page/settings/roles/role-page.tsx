import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { execute } from '../../../parts/layer/attempt.ts';
import { Field } from '../../../parts/form/field.tsx';
import { Form } from '../../../parts/form/form.tsx';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { Answer, Panel, PlainPanel } from '../../../parts/panel/panel.tsx';
import { SelectField } from '../../../parts/form/select-field.tsx';
import { useAnswer, type AnswerOf, ask } from '../../../server/ask.ts';
import { messageFor, type Refused, catchRefusal } from '../../../server/refusal.ts';
import { useSession } from '../../../server/session.ts';
import { type Right, groupPermissions, holds, toggleRight } from './permission-groups.ts';
import * as formStyles from '../../../parts/mark/form.module.css';
import * as noteStyles from '../../../parts/mark/note.module.css';
import * as panelStyles from '../../../parts/panel/panel.module.css';
import { permissionTitles } from '../../../server/permission.ts';
import * as fieldStyles from '../../../parts/form/field.module.css';
import * as styles from './roles.module.css';

type Role = Pick<AnswerOf<'GET /api/admin/roles/{id}'>, 'name' | 'description' | 'type' | 'permissions'> & { readonly id: number | null };
type Catalogue = AnswerOf<'GET /api/admin/permissions'>['permissions'];

const fresh: Role = { id: null, name: '', description: '', type: 'custom', permissions: [] };

/** A role with its permissions. Without an id, a new role. */
export function RolePage({ id }: { readonly id: number | null }) {
  const role = useAnswer('GET /api/admin/roles/{id}', { path: { id: id ?? 0 } }, { when: id !== null });
  const catalogue = useAnswer('GET /api/admin/permissions', {});
  return (
    <Answer of={catalogue}>
      {({ permissions }) =>
        id === null ? (
          <RoleForm role={fresh} catalogue={permissions} />
        ) : (
          <Answer of={role}>{(found) => <RoleForm key={found.id} role={found} catalogue={permissions} />}</Answer>
        )
      }
    </Answer>
  );
}

function RoleForm({ role, catalogue }: { readonly role: Role; readonly catalogue: Catalogue }) {
  const { may } = useSession();
  const draft = useRoleDraft(role);
  const { name, description, type, rights, refused } = draft;
  const isFixed = role.type === 'root' || role.type === 'project' || !may('ADMIN');
  const editor = (
    <PermissionEditor
      catalogue={catalogue}
      isOfInstance={type.value.startsWith('root')}
      rights={rights.value}
      isFixed={isFixed}
      change={(next) => (rights.value = next)}
    />
  );
  if (isFixed) {
    return (
      <>
        <PageHead title={role.name || 'New role'} about={`${role.description} Built-in roles can’t be changed.`} />
        {role.name === 'Admin' ? <p class={noteStyles.note}>Administrators have all permissions.</p> : editor}
      </>
    );
  }
  const ofName = messageFor(refused, 'name');
  return (
    <>
      <PageHead title={role.name || 'New role'} about="The permissions of everyone with this role." />
      <Form title="Save role" refused={ofName ? null : (refused?.message ?? null)} submit={draft.save}>
        <PlainPanel label="Details">
          <div class={`${panelStyles.body} ${formStyles.inPanel}`}>
            <Field label="Name" value={name.value} refused={ofName} change={(value) => (name.value = value)} isRequired />
            <Field label="Description" value={description.value} change={(value) => (description.value = value)} />
            {role.id === null && <SelectField label="Scope" value={type.value} choices={kinds} change={draft.changeType} />}
          </div>
        </PlainPanel>
        {editor}
      </Form>
    </>
  );
}

const kinds = [
  { value: 'custom', title: 'Project (project role)' },
  { value: 'root-custom', title: 'Instance (root role)' },
];

/** State of the role form. Saving returns to the list. */
function useRoleDraft(role: Role) {
  const { route } = useLocation();
  const name = useSignal(role.name);
  const description = useSignal(role.description);
  const type = useSignal(role.type);
  const rights = useSignal<readonly Right[]>(role.permissions.map(rightOf));
  const refused = useSignal<Refused | null>(null);
  async function save() {
    const own = { name: name.value, description: description.value, permissions: rights.value };
    const body = { ...own, type: type.value as 'custom' | 'root-custom' };
    const work = () =>
      role.id === null ? ask('POST /api/admin/roles', { body }) : ask('PUT /api/admin/roles/{id}', { path: { id: role.id }, body });
    refused.value = await catchRefusal(() => execute(work, `Saved ${name.value}.`));
    if (!refused.value) route('/settings/roles');
  }
  /** Project and root roles have different permissions. */
  const changeType = (value: string) => {
    type.value = value;
    rights.value = [];
  };
  return { name, description, type, rights, refused: refused.value, save, changeType };
}

const rightOf = ({ name, environment }: Role['permissions'][number]): Right => ({
  name,
  ...(environment !== undefined && { environment }),
});

type Permission = Catalogue['root'][number];

interface PermissionEditorProps {
  readonly catalogue: Catalogue;
  readonly isOfInstance: boolean;
  readonly rights: readonly Right[];
  readonly isFixed: boolean;
  readonly change: (rights: readonly Right[]) => void;
}

const groups = {
  features: 'Features',
  project: 'Projects',
  tokens: 'API tokens',
  segments: 'Segments',
  vocabulary: 'Configuration',
  instance: 'Instance',
};

/** Permissions of a role by subject. Permissions per environment form a table. */
function PermissionEditor({ catalogue, isOfInstance, ...editing }: PermissionEditorProps) {
  // Only the built-in Admin role can have this permission.
  const offered = (isOfInstance ? catalogue.root : catalogue.project).filter(({ name }) => name !== 'ADMIN');
  return (
    <>
      {groupPermissions(offered).map(({ group, permissions }) => (
        <Panel key={group} title={groups[group]}>
          <div class={`${panelStyles.body} ${styles.permissions}`}>
            {permissions.map((permission) => (
              <PermissionBox key={permission.name} permission={permission} {...editing} />
            ))}
          </div>
        </Panel>
      ))}
      {!isOfInstance && <ByEnvironment environments={catalogue.environments} {...editing} />}
    </>
  );
}

type Editing = Omit<PermissionEditorProps, 'catalogue' | 'isOfInstance'>;

function PermissionBox({ permission, rights, isFixed, change }: Editing & { readonly permission: Permission }) {
  const right = { name: permission.name };
  return (
    <label class={fieldStyles.check}>
      <input type="checkbox" checked={holds(rights, right)} disabled={isFixed} onChange={() => change(toggleRight(rights, right))} />
      {describePermission(permission)}
    </label>
  );
}

/** Own label of a permission, otherwise the server's display name. */
const describePermission = ({ name, displayName }: Permission): string => permissionTitles[name] ?? displayName;

interface ByEnvironmentProps extends Editing {
  readonly environments: Catalogue['environments'];
}

/** A matrix with the environments in their own order, without those that are disabled and unused. */
function ByEnvironment({ environments, rights, isFixed, change }: ByEnvironmentProps) {
  const { data } = useAnswer('GET /api/admin/environments', {});
  const isUsed = (environment: string) => rights.some((right) => right.environment === environment);
  const shown = (data?.environments ?? []).filter(({ name, enabled }) => enabled || isUsed(name));
  const permissions = environments[0]?.permissions ?? [];
  const columns = [{ name: undefined, title: 'all environments' }, ...shown.map(({ name }) => ({ name, title: name }))];
  return (
    <Panel title="Environments">
      <div class={styles.sideways} tabIndex={0} role="group" aria-label="Environments">
        <table class={styles.matrix}>
          <thead>
            <tr>
              <th>Permission</th>
              {columns.map(({ title }) => (
                <th key={title}>{title}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {permissions.map((permission) => (
              <tr key={permission.name}>
                <th scope="row">{describePermission(permission)}</th>
                {columns.map(({ name: environment, title }) => {
                  const right = { name: permission.name, ...(environment !== undefined && { environment }) };
                  const isImplied = environment !== undefined && holds(rights, { name: permission.name });
                  return (
                    <td key={title}>
                      <input
                        type="checkbox"
                        aria-label={`${describePermission(permission)}: ${title}`}
                        checked={holds(rights, right)}
                        disabled={isFixed || isImplied}
                        onChange={() => change(toggleRight(rights, right))}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
