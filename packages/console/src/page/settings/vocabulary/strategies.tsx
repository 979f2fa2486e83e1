import { attempt, carryOut } from '../../../parts/attempt.ts';
import { confirm } from '../../../parts/confirm.tsx';
import { ListPanel } from '../../../parts/list-panel.tsx';
import { PageHead } from '../../../parts/page-head.tsx';
import { openForm } from '../../../parts/value-form.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { useLack } from '../../../server/session.ts';
import { words } from '../../../base/words.ts';
import { linesOfParameters, parametersOf } from './strategy-parameters.ts';

type Definition = AnswerOf<'GET /api/admin/strategies'>['strategies'][number];

/** Kinds of strategies: those that the engine knows, and those that applications know themselves. */
export function Strategies() {
  const strategies = useAnswer('GET /api/admin/strategies', {});
  const lacks = useLack();
  return (
    <>
      <PageHead
        title={words.settings.chapters.strategies.title}
        about={words.strategies.about}
        main={{ title: words.strategies.create, act: () => askForStrategy(null), refused: lacks('CREATE_STRATEGY') }}
      />
      <ListPanel
        label={words.settings.chapters.strategies.title}
        of={strategies}
        rows={(found) => found.strategies}
        nameOf={({ name }) => name}
        none={words.strategies.none}
        columns={[
          {
            title: words.strategies.name,
            cell: ({ name, title, description }) => (
              <span class="who">
                <b>{title ?? name}</b>
                <small>{description}</small>
              </span>
            ),
          },
          { title: words.strategies.parameters, cell: ({ parameters }) => parameters.map(({ name }) => name).join(', ') },
          { title: words.strategies.state, cell: (strategy) => <State of={strategy} /> },
        ]}
        actions={(strategy) => [
          { title: words.edit, act: () => askForStrategy(strategy), refused: lacks('UPDATE_STRATEGY') ?? builtIn(strategy) },
          {
            title: strategy.deprecated ? words.strategies.reactivate : words.strategies.deprecate,
            act: () => void retire(strategy),
            refused: lacks('UPDATE_STRATEGY') ?? (strategy.name === standard ? words.strategies.isNeeded : undefined),
          },
          {
            title: words.delete,
            isDestructive: true,
            act: () => confirmDeletion(strategy),
            refused: lacks('DELETE_STRATEGY') ?? builtIn(strategy),
          },
        ]}
      />
    </>
  );
}

/** The one that cannot be retired. */
const standard = 'default';

const builtIn = ({ editable }: Definition): string | undefined => (editable ? undefined : words.strategies.isBuiltIn);

function State({ of: { deprecated, editable } }: { readonly of: Definition }) {
  if (deprecated) return <span class="tag caution">{words.strategies.deprecated}</span>;
  return <span class="tag">{editable ? words.strategies.own : words.strategies.builtIn}</span>;
}

async function retire({ name, deprecated }: Definition): Promise<void> {
  const path = { name };
  await attempt(
    () =>
      deprecated
        ? ask('POST /api/admin/strategies/{name}/reactivate', { path })
        : ask('POST /api/admin/strategies/{name}/deprecate', { path }),
    deprecated ? words.strategies.reactivated(name) : words.strategies.wasDeprecated(name),
  );
}

const askForStrategy = (strategy: Definition | null): void =>
  openForm({
    title: strategy?.name ?? words.strategies.create,
    submitTitle: strategy ? words.strategies.save : words.strategies.create,
    initial: {
      name: strategy?.name ?? '',
      title: strategy?.title ?? '',
      description: strategy?.description ?? '',
      parameters: linesOfParameters(strategy?.parameters ?? []),
    },
    entries: {
      ...(strategy === null && {
        name: { kind: 'text', label: words.strategies.name, hint: words.strategies.nameHint, isRequired: true } as const,
      }),
      title: { kind: 'text', label: words.strategies.title },
      description: { kind: 'text', label: words.strategies.description },
      parameters: { kind: 'lines', label: words.strategies.parameters, hint: words.strategies.parametersHint },
    },
    submit: ({ name, parameters, ...values }) => {
      const body = { ...values, parameters: parametersOf(parameters) };
      return carryOut(
        () =>
          strategy === null
            ? ask('POST /api/admin/strategies', { body: { name, ...body } })
            : ask('PUT /api/admin/strategies/{name}', { path: { name }, body }),
        words.saved(name),
      );
    },
  });

const confirmDeletion = ({ name }: Definition): void =>
  confirm({
    title: words.deleteWhat(name),
    about: words.strategies.deleteAbout,
    submitTitle: words.strategies.delete,
    act: () => carryOut(() => ask('DELETE /api/admin/strategies/{name}', { path: { name } }), words.deleted(name)),
  });
