import { useLocation } from 'preact-iso/router';
import { frameTexts } from '../../frame/texts.ts';
import { pageTexts } from '../texts.ts';
import { featureTexts } from './texts.ts';
import { featureHref, projectHref } from '../../frame/address.ts';
import { attempt, execute } from '../../parts/layer/attempt.ts';
import { confirm } from '../../parts/layer/confirm.tsx';
import { type Action, ActionButton } from '../../parts/list/data-table.tsx';
import { openForm } from '../../parts/form/value-form.tsx';
import { showToast } from '../../parts/layer/toast.tsx';
import { askAgain, useAnswer } from '../../server/answer.ts';
import { send } from '../../server/call.ts';
import { ask } from '../../server/request.ts';
import { archiveCall } from '../features/feature-calls.ts';
import { useRefusal } from './state/use-environments.ts';
import type { FeatureAnswer } from './state/use-feature.ts';
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
      title: isCompleted ? featureTexts.featureSettings.uncomplete : featureTexts.featureSettings.complete,
      refused: refusal('UPDATE_FEATURE'),
      act: () => (isCompleted ? void uncomplete(feature) : askForCompletion(feature)),
    },
    { title: featureTexts.featureSettings.clone, refused: refusal('CREATE_FEATURE'), act: () => askForClone(feature, go) },
    {
      title: featureTexts.featureSettings.move,
      refused: refusal('MOVE_FEATURE_TOGGLE') ?? (others.length === 0 ? featureTexts.featureSettings.noOtherProject : undefined),
      act: () => askForMove(feature, others, go),
    },
    {
      title: featureTexts.featureSettings.archiveThis,
      refused: refusal('DELETE_FEATURE'),
      act: () => askForArchive(feature, () => route(projectHref(feature.project))),
    },
  ];
}

export function LifeOfFeature({ feature }: { readonly feature: FeatureAnswer }) {
  const actions = useLifeActions(feature);
  const isCompleted = feature.lifecycle.stage === 'completed';
  return (
    <section class={panelStyles.panel} aria-label={featureTexts.featureSettings.all}>
      <header>
        <h2>{featureTexts.featureSettings.all}</h2>
      </header>
      <p class={`${panelStyles.body} dim`}>
        {isCompleted
          ? featureTexts.featureSettings.isCompleted(feature.lifecycle.status === 'kept')
          : featureTexts.featureSettings.allAbout}
      </p>
      <div class={panelStyles.acts}>
        {actions.map((action) => (
          <ActionButton key={action.title} action={action} of={feature.name} />
        ))}
      </div>
    </section>
  );
}

const askForArchive = (feature: FeatureAnswer, leave: () => void): void =>
  confirm({
    title: pageTexts.featureSettings.archiveTitle(feature.name),
    about: [
      pageTexts.featureSettings.archiveAbout,
      ...(feature.children.length > 0 ? [featureTexts.featureSettings.hasChildren(feature.children)] : []),
    ].join(' '),
    submitTitle: pageTexts.featureSettings.archiveNow,
    act: async () => {
      await send(archiveCall(feature));
      leave();
      showToast(pageTexts.featureSettings.archived(feature.name), () => void revive(feature.name));
      await askAgain();
    },
  });

const revive = (featureName: string): Promise<void> =>
  attempt(
    () => ask('POST /api/admin/archive/revive/{featureName}', { path: { featureName } }),
    pageTexts.featureSettings.revived(featureName),
  );

const pathOf = ({ project, name }: FeatureAnswer) => ({ projectId: project, featureName: name });

const ofOne = '/api/admin/projects/{projectId}/features/{featureName}';

const uncomplete = (feature: FeatureAnswer): Promise<void> =>
  attempt(
    () => ask(`POST ${ofOne}/lifecycle/uncomplete`, { path: pathOf(feature) }),
    featureTexts.featureSettings.uncompleted(feature.name),
  );

const askForCompletion = (feature: FeatureAnswer): void =>
  openForm({
    title: featureTexts.featureSettings.complete,
    submitTitle: featureTexts.featureSettings.complete,
    initial: { status: 'kept' },
    entries: {
      status: {
        kind: 'choice',
        label: featureTexts.featureSettings.outcome,
        hint: featureTexts.featureSettings.outcomeHint,
        choices: [
          { value: 'kept', title: featureTexts.featureSettings.forGood },
          { value: 'discarded', title: featureTexts.featureSettings.discarded },
        ],
      },
    },
    submit: ({ status }) => {
      const body = { status: status === 'kept' ? ('kept' as const) : ('discarded' as const) };
      return execute(
        () => ask(`POST ${ofOne}/lifecycle/complete`, { path: pathOf(feature), body }),
        featureTexts.featureSettings.completed(feature.name),
      );
    },
  });

type Go = (project: string, feature: string) => void;

const askForClone = (feature: FeatureAnswer, go: Go): void =>
  openForm({
    title: featureTexts.featureSettings.clone,
    submitTitle: featureTexts.featureSettings.clone,
    initial: { name: `${feature.name}-copy`, replaceGroupId: true },
    entries: {
      name: { kind: 'text', label: pageTexts.newFeature.name, hint: pageTexts.newFeature.nameHint, isRequired: true },
      replaceGroupId: { kind: 'flag', label: featureTexts.featureSettings.ownGroup, hint: featureTexts.featureSettings.ownGroupHint },
    },
    submit: async (body) => {
      await execute(() => ask(`POST ${ofOne}/clone`, { path: pathOf(feature), body }), pageTexts.newFeature.created(body.name));
      go(feature.project, body.name);
    },
  });

const askForMove = (feature: FeatureAnswer, others: readonly { readonly id: string; readonly name: string }[], go: Go): void =>
  openForm({
    title: featureTexts.featureSettings.move,
    submitTitle: featureTexts.featureSettings.move,
    initial: { newProjectId: others[0]?.id ?? '' },
    entries: {
      newProjectId: {
        kind: 'choice',
        label: frameTexts.frame.project,
        hint: featureTexts.featureSettings.moveHint,
        choices: others.map(({ id, name }) => ({ value: id, title: name })),
      },
    },
    submit: async (body) => {
      await execute(
        () => ask(`POST ${ofOne}/changeProject`, { path: pathOf(feature), body }),
        featureTexts.featureSettings.moved(feature.name, body.newProjectId),
      );
      go(body.newProjectId, feature.name);
    },
  });
