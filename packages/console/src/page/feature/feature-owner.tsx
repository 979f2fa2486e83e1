import { execute } from '../../parts/layer/attempt.ts';
import { ActionButton } from '../../parts/list/data-table.tsx';
import { openForm } from '../../parts/form/value-form.tsx';
import { ask } from '../../server/request.ts';
import { calledOf } from '../../server/session.ts';
import { useRefusal } from './state/use-environments.ts';
import type { FeatureAnswer } from './state/use-feature.ts';
import * as tagStyles from '../../parts/mark/tag.module.css';

/** The owner of the feature, and a button to choose another. */
export function FeatureOwner({ feature }: { readonly feature: FeatureAnswer }) {
  const refused = useRefusal(feature.project)('UPDATE_FEATURE');
  const { owner, name } = feature;
  return (
    <>
      {owner && <span class={tagStyles.tag}>Owner: {owner.name}</span>}
      <ActionButton of={name} action={{ title: owner ? 'Change owner' : 'Set owner', refused, act: () => void askForOwner(feature) }} />
    </>
  );
}

/** Reads the users only when somebody chooses. */
async function askForOwner({ project, name, owner }: FeatureAnswer): Promise<void> {
  const { users } = await ask('GET /api/admin/user-admin/access', {});
  const path = { projectId: project, featureName: name };
  openForm({
    title: `Owner of ${name}`,
    submitTitle: 'Save owner',
    initial: { userId: owner ? String(owner.id) : '' },
    entries: {
      userId: {
        kind: 'choice',
        label: 'Owner',
        hint: 'Owners receive mail about changes until they stop watching.',
        choices: [
          { value: '', title: 'No owner' },
          ...users.map((user) => ({ value: String(user.id), title: calledOf(user), ...(user.email && { about: user.email }) })),
        ],
      },
    },
    submit: ({ userId }) =>
      execute(
        () =>
          ask('PUT /api/admin/projects/{projectId}/features/{featureName}/owner', {
            path,
            body: { userId: userId === '' ? null : Number(userId) },
          }),
        `Changed the owner of ${name}.`,
      ),
  });
}
