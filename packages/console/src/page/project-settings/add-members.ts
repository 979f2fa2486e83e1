import { attempt } from '../../parts/layer/attempt.ts';
import { choicesOf } from '../../parts/account/role-choices.ts';
import { openForm } from '../../parts/form/value-form.tsx';
import { ask } from '../../server/ask.ts';
import { calledOf } from '../../server/session.ts';

/** Opens the form that adds users and groups to a project, if given with a user and with the roles that have this word in their name. */
export const addMembers = (project: string, user?: number, role = ''): Promise<void> =>
  attempt(async () => {
    const path = { projectId: project };
    const [{ roles }, { users, groups }] = await Promise.all([
      ask('GET /api/admin/projects/{projectId}/access', { path }),
      ask('GET /api/admin/user-admin/access', {}),
    ]);
    const chosen: readonly string[] = user === undefined ? [] : [String(user)];
    openForm({
      title: 'Add members',
      submitTitle: 'Add members',
      initial: {
        users: chosen,
        groups: [] as readonly string[],
        roles: roles.filter(({ name }) => role !== '' && name.toLowerCase().includes(role.toLowerCase())).map(({ id }) => String(id)),
      },
      entries: {
        roles: { kind: 'choices', label: 'Roles', choices: choicesOf(roles) },
        users: { kind: 'choices', label: 'Users', choices: users.map((each) => ({ value: String(each.id), title: calledOf(each) })) },
        groups: { kind: 'choices', label: 'Groups', choices: groups.map(({ id, name }) => ({ value: String(id), title: name })) },
      },
      submit: (values) => {
        const body = { users: values.users.map(Number), groups: values.groups.map(Number), roles: values.roles.map(Number) };
        return ask('POST /api/admin/projects/{projectId}/access', { path, body });
      },
      done: 'Members added.',
    });
  });
