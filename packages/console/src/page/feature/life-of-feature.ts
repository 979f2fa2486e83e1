import { attempt, execute } from '../../parts/layer/attempt.ts';
import { confirm } from '../../parts/form/confirm.tsx';
import { openForm } from '../../parts/form/value-form.tsx';
import { showToast } from '../../parts/layer/toast.tsx';
import { askAgain, ask } from '../../server/ask.ts';
import { send } from '../../server/call.ts';
import { calledOf } from '../../server/session.ts';
import { archiveCall, archivingAbout } from '../features/feature-calls.ts';
import type { FeatureAnswer } from './state/use-feature.ts';

/** Asks before archiving a feature, then leaves its page. */
export const askForArchive = (feature: FeatureAnswer, leave: () => void): void =>
  confirm({
    title: `Archive ${feature.name}?`,
    about: archivingAbout,
    submitTitle: 'Archive',
    act: async () => {
      await send(archiveCall(feature));
      leave();
      showToast(`Archived ${feature.name}.`, () => void revive(feature.name));
      await askAgain();
    },
  });

const revive = (featureName: string): Promise<void> =>
  attempt(
    () => ask('POST /api/admin/archive/revive/{featureName}', { path: { featureName } }),
    `Restored ${featureName}. It is turned off in all environments.`,
  );

const pathOf = ({ project, name }: FeatureAnswer) => ({ projectId: project, featureName: name });

const ofOne = '/api/admin/projects/{projectId}/features/{featureName}';

/** Marks the rollout of a feature as completed, after the question for its outcome, or as in progress again. */
export const complete = (feature: FeatureAnswer): void =>
  feature.lifecycle.stage === 'completed' ? void uncomplete(feature) : askForCompletion(feature);

const uncomplete = (feature: FeatureAnswer): Promise<void> =>
  attempt(() => ask(`POST ${ofOne}/lifecycle/uncomplete`, { path: pathOf(feature) }), `Reopened ${feature.name}.`);

const askForCompletion = (feature: FeatureAnswer): void =>
  openForm({
    title: 'Complete',
    submitTitle: 'Complete',
    initial: { status: 'kept' },
    entries: {
      status: {
        kind: 'choice',
        label: 'Outcome',
        hint: 'What happens to the code behind the feature.',
        choices: [
          { value: 'kept', title: 'Kept: everyone gets it permanently' },
          { value: 'discarded', title: 'Discarded: no one gets it' },
        ],
      },
    },
    submit: ({ status }) => {
      const body = { status: status === 'kept' ? ('kept' as const) : ('discarded' as const) };
      return ask(`POST ${ofOne}/lifecycle/complete`, { path: pathOf(feature), body });
    },
    done: `Completed ${feature.name}.`,
  });

type Go = (project: string, feature: string) => void;

/** Asks for the name of a copy, and opens it. */
export const askForClone = (feature: FeatureAnswer, go: Go): void =>
  openForm({
    title: 'Copy feature',
    submitTitle: 'Copy feature',
    initial: { name: `${feature.name}-copy`, replaceGroupId: true },
    entries: {
      name: { kind: 'text', label: 'Name', hint: 'The name your code uses. You can’t change it later.', isRequired: true },
      replaceGroupId: { kind: 'flag', label: 'Use new rollout groups', hint: 'Otherwise the same users get both features.' },
    },
    submit: async (body) => {
      await execute(() => ask(`POST ${ofOne}/clone`, { path: pathOf(feature), body }), `Created ${body.name}.`);
      go(feature.project, body.name);
    },
  });

/** Asks for the project that a feature moves to. */
export const askForMove = (feature: FeatureAnswer, others: readonly { readonly id: string; readonly name: string }[], go: Go): void =>
  openForm({
    title: 'Move to another project',
    submitTitle: 'Move to another project',
    initial: { newProjectId: others[0]?.id ?? '' },
    entries: {
      newProjectId: {
        kind: 'choice',
        label: 'Project',
        hint: 'The permissions of that project then apply.',
        choices: others.map(({ id, name }) => ({ value: id, title: name })),
      },
    },
    submit: async (body) => {
      await execute(
        () => ask(`POST ${ofOne}/changeProject`, { path: pathOf(feature), body }),
        `Moved ${feature.name} to ${body.newProjectId}.`,
      );
      go(body.newProjectId, feature.name);
    },
  });

/** Asks for the user who owns a feature. */
export async function askForOwner(feature: FeatureAnswer): Promise<void> {
  const { users } = await ask('GET /api/admin/user-admin/access', {});
  openForm({
    title: `Owner of ${feature.name}`,
    submitTitle: 'Save owner',
    initial: { userId: feature.owner ? String(feature.owner.id) : '' },
    entries: {
      userId: {
        kind: 'choice',
        label: 'Owner',
        hint: 'Owners are notified of changes until they stop watching.',
        choices: [
          { value: '', title: 'No owner' },
          ...users.map((user) => ({ value: String(user.id), title: calledOf(user), ...(user.email && { about: user.email }) })),
        ],
      },
    },
    submit: ({ userId }) => {
      const body = { userId: userId === '' ? null : Number(userId) };
      return ask(`PUT ${ofOne}/owner`, { path: pathOf(feature), body });
    },
    done: `Changed the owner of ${feature.name}.`,
  });
}
