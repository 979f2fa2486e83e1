import { useLocation } from 'preact-iso';
import { words } from '../../base/words.ts';
import { featureHref } from '../../frame/address.ts';
import { attempt, carryOut } from '../../parts/attempt.ts';
import { type Action, ActionButton } from '../../parts/data-table.tsx';
import { openForm } from '../../parts/value-form.tsx';
import { useAnswer } from '../../server/answer.ts';
import { ask } from '../../server/request.ts';
import { useRefusal } from './use-environments.ts';
import type { FeatureAnswer } from './use-feature.ts';

/** What becomes of a feature: completed, copied under another name, moved to another project. */
export function LifeOfFeature({ feature }: { readonly feature: FeatureAnswer }) {
  const { route } = useLocation();
  const refusal = useRefusal(feature.project);
  const { data } = useAnswer('GET /api/admin/projects', {});
  const others = (data?.projects ?? []).filter(({ id }) => id !== feature.project);
  const isCompleted = feature.lifecycle.stage === 'completed';
  const go = (project: string, name: string) => route(featureHref(project, name));
  const actions: readonly Action[] = [
    {
      title: isCompleted ? words.featureSettings.uncomplete : words.featureSettings.complete,
      refused: refusal('UPDATE_FEATURE'),
      act: () => (isCompleted ? void uncomplete(feature) : askForCompletion(feature)),
    },
    { title: words.featureSettings.clone, refused: refusal('CREATE_FEATURE'), act: () => askForClone(feature, go) },
    {
      title: words.featureSettings.move,
      refused: refusal('MOVE_FEATURE_TOGGLE') ?? (others.length === 0 ? words.featureSettings.noOtherProject : undefined),
      act: () => askForMove(feature, others, go),
    },
  ];
  return (
    <section class="panel" aria-label={words.featureSettings.all}>
      <header>
        <h2>{words.featureSettings.all}</h2>
      </header>
      <p class="body dim">
        {isCompleted ? words.featureSettings.isCompleted(feature.lifecycle.status === 'kept') : words.featureSettings.allAbout}
      </p>
      <div class="body acts">
        {actions.map((action) => (
          <ActionButton key={action.title} action={action} of={feature.name} />
        ))}
      </div>
    </section>
  );
}

const pathOf = ({ project, name }: FeatureAnswer) => ({ projectId: project, featureName: name });

const ofOne = '/api/admin/projects/{projectId}/features/{featureName}';

const uncomplete = (feature: FeatureAnswer): Promise<void> =>
  attempt(() => ask(`POST ${ofOne}/lifecycle/uncomplete`, { path: pathOf(feature) }), words.featureSettings.uncompleted(feature.name));

const askForCompletion = (feature: FeatureAnswer): void =>
  openForm({
    title: words.featureSettings.complete,
    submitTitle: words.featureSettings.complete,
    initial: { status: 'kept' },
    entries: {
      status: {
        kind: 'choice',
        label: words.featureSettings.outcome,
        hint: words.featureSettings.outcomeHint,
        choices: [
          { value: 'kept', title: words.featureSettings.forGood },
          { value: 'discarded', title: words.featureSettings.discarded },
        ],
      },
    },
    submit: ({ status }) => {
      const body = { status: status === 'kept' ? ('kept' as const) : ('discarded' as const) };
      return carryOut(
        () => ask(`POST ${ofOne}/lifecycle/complete`, { path: pathOf(feature), body }),
        words.featureSettings.completed(feature.name),
      );
    },
  });

type Go = (project: string, feature: string) => void;

const askForClone = (feature: FeatureAnswer, go: Go): void =>
  openForm({
    title: words.featureSettings.clone,
    submitTitle: words.featureSettings.clone,
    initial: { name: `${feature.name}-copy`, replaceGroupId: true },
    entries: {
      name: { kind: 'text', label: words.newFeature.name, hint: words.newFeature.nameHint, isRequired: true },
      replaceGroupId: { kind: 'flag', label: words.featureSettings.ownGroup, hint: words.featureSettings.ownGroupHint },
    },
    submit: async (body) => {
      await carryOut(() => ask(`POST ${ofOne}/clone`, { path: pathOf(feature), body }), words.newFeature.created(body.name));
      go(feature.project, body.name);
    },
  });

const askForMove = (feature: FeatureAnswer, others: readonly { readonly id: string; readonly name: string }[], go: Go): void =>
  openForm({
    title: words.featureSettings.move,
    submitTitle: words.featureSettings.move,
    initial: { newProjectId: others[0]?.id ?? '' },
    entries: {
      newProjectId: {
        kind: 'choice',
        label: words.frame.project,
        hint: words.featureSettings.moveHint,
        choices: others.map(({ id, name }) => ({ value: id, title: name })),
      },
    },
    submit: async (body) => {
      await carryOut(
        () => ask(`POST ${ofOne}/changeProject`, { path: pathOf(feature), body }),
        words.featureSettings.moved(feature.name, body.newProjectId),
      );
      go(body.newProjectId, feature.name);
    },
  });
