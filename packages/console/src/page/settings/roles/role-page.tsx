import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { execute } from '../../../parts/layer/attempt.ts';
import { Field } from '../../../parts/form/field.tsx';
import { Form } from '../../../parts/form/form.tsx';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { Answer } from '../../../parts/panel/panel.tsx';
import { SelectField } from '../../../parts/form/select-field.tsx';
import { useAnswer, type AnswerOf, ask } from '../../../server/ask.ts';
import { messageFor, type Refused, catchRefusal } from '../../../server/refusal.ts';
import { useSession } from '../../../server/session.ts';
import { PermissionEditor } from './permission-editor.tsx';
import type { Right } from './permission-groups.ts';
import * as formStyles from '../../../parts/mark/form.module.css';
import * as noteStyles from '../../../parts/mark/note.module.css';
import * as panelStyles from '../../../parts/panel/panel.module.css';

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
        <section class={panelStyles.panel} aria-label="Details">
          <div class={`${panelStyles.body} ${formStyles.inPanel}`}>
            <Field label="Name" value={name.value} refused={ofName} change={(value) => (name.value = value)} isRequired />
            <Field label="Description" value={description.value} change={(value) => (description.value = value)} />
            {role.id === null && <SelectField label="Scope" value={type.value} choices={kinds} change={draft.changeType} />}
          </div>
        </section>
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
