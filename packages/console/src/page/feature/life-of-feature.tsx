import { useLocation } from 'preact-iso/router';
import { featureHref, projectHref } from '../../frame/address.ts';
import { attempt, execute } from '../../parts/layer/attempt.ts';
import { confirm } from '../../parts/form/confirm.tsx';
import { type Action, ActionButton } from '../../parts/list/data-table.tsx';
import { openForm } from '../../parts/form/value-form.tsx';
import { showToast } from '../../parts/layer/toast.tsx';
import { askAgain, useAnswer } from '../../server/answer.ts';
import { send } from '../../server/call.ts';
import { ask } from '../../server/request.ts';
import { archiveCall, archivingAbout } from '../features/feature-calls.ts';
import { useRefusal } from './state/use-environments.ts';
import type { FeatureAnswer } from './state/use-feature.ts';
import { Panel } from '../../parts/panel/panel.tsx';
import * as panelStyles from '../../parts/panel/panel.module.css';

/** Completes, copies, moves or archives a feature. */
export function useLifeActions(feature: FeatureAnswer): readonly Action[] {
  const { route } = useLocation();
  const refusal = useRefusal(feature.project);
  const { data } = useAnswer('GET /api/admin/projects', {});
  const others = (data?.projects ?? []).filter(({ id }) => id !== feature.project);
  const isCompleted = feature.lifecycle.stage === 'completed';
  const go = (project: string, name: string) => route(featureHref(project, name));
  return [
    {
      title: isCompleted ? 'Reopen' : 'Complete',
      refused: refusal('UPDATE_FEATURE'),
      act: () => (isCompleted ? void uncomplete(feature) : askForCompletion(feature)),
    },
    { title: 'Copy feature', refused: refusal('CREATE_FEATURE'), act: () => askForClone(feature, go) },
    {
      title: 'Move to another project',
      refused: refusal('MOVE_FEATURE_TOGGLE') ?? (others.length === 0 ? 'You have no access to another project.' : undefined),
      act: () => askForMove(feature, others, go),
    },
    {
      title: 'Archive feature',
      refused: refusal('DELETE_FEATURE'),
      act: () => askForArchive(feature, () => route(projectHref(feature.project))),
    },
  ];
}

export function LifeOfFeature({ feature }: { readonly feature: FeatureAnswer }) {
  const actions = useLifeActions(feature);
  const isCompleted = feature.lifecycle.stage === 'completed';
  return (
    <Panel title="Lifecycle">
      <p class={`${panelStyles.body} dim`}>
        {isCompleted
          ? `Rollout completed: ${feature.lifecycle.status === 'kept' ? 'kept' : 'discarded'}.`
          : 'Mark the rollout as completed when it is over, so that the feature is listed for cleanup.'}
      </p>
      <div class={panelStyles.acts}>
        {actions.map((action) => (
          <ActionButton key={action.title} action={action} of={feature.name} />
        ))}
      </div>
    </Panel>
  );
}

const firstArchive = (names: readonly string[]) =>
  `${names.join(', ')} ${names.length === 1 ? 'depends' : 'depend'} on this feature. Archive or detach ${names.length === 1 ? 'it' : 'them'} first.`;

const askForArchive = (feature: FeatureAnswer, leave: () => void): void =>
  confirm({
    title: `Archive ${feature.name}?`,
    about: [archivingAbout, ...(feature.children.length > 0 ? [firstArchive(feature.children)] : [])].join(' '),
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
      return execute(() => ask(`POST ${ofOne}/lifecycle/complete`, { path: pathOf(feature), body }), `Completed ${feature.name}.`);
    },
  });

type Go = (project: string, feature: string) => void;

const askForClone = (feature: FeatureAnswer, go: Go): void =>
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

const askForMove = (feature: FeatureAnswer, others: readonly { readonly id: string; readonly name: string }[], go: Go): void =>
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
