import { attempt, execute } from '../../../parts/layer/attempt.ts';
import { confirm } from '../../../parts/layer/confirm.tsx';
import { ListPanel } from '../../../parts/panel/list-panel.tsx';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { openForm } from '../../../parts/form/value-form.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { useLack } from '../../../server/session.ts';
import { frameTexts } from '../../../frame/texts.ts';
import { pageTexts } from '../../texts.ts';
import { vocabularyTexts } from './texts.ts';
import { partsTexts } from '../../../parts/texts.ts';
import { linesOfParameters, parametersOf } from './strategy-parameters.ts';
import * as dataTableStyles from '../../../parts/list/data-table.module.css';
import * as tagStyles from '../../../parts/mark/tag.module.css';

type Definition = AnswerOf<'GET /api/admin/strategies'>['strategies'][number];

/** Strategy types: built-in ones, and those that applications evaluate themselves. */
export function Strategies() {
  const strategies = useAnswer('GET /api/admin/strategies', {});
  const lacks = useLack();
  return (
    <>
      <PageHead
        title={frameTexts.settings.sections.strategies.title}
        about={vocabularyTexts.strategies.about}
        main={{ title: vocabularyTexts.strategies.create, act: () => askForStrategy(null), refused: lacks('CREATE_STRATEGY') }}
      />
      <ListPanel
        label={frameTexts.settings.sections.strategies.title}
        of={strategies}
        rows={(found) => found.strategies}
        nameOf={({ name }) => name}
        none={vocabularyTexts.strategies.none}
        columns={[
          {
            title: vocabularyTexts.strategies.name,
            cell: ({ name, title, description }) => (
              <span class={dataTableStyles.who}>
                <b>{title ?? name}</b>
                <small>{description}</small>
              </span>
            ),
          },
          { title: vocabularyTexts.strategies.parameters, cell: ({ parameters }) => parameters.map(({ name }) => name).join(', ') },
          { title: vocabularyTexts.strategies.state, cell: (strategy) => <State of={strategy} /> },
        ]}
        actions={(strategy) => [
          { title: pageTexts.edit, act: () => askForStrategy(strategy), refused: lacks('UPDATE_STRATEGY') ?? builtIn(strategy) },
          {
            title: strategy.deprecated ? vocabularyTexts.strategies.reactivate : vocabularyTexts.strategies.deprecate,
            act: () => void retire(strategy),
            refused: lacks('UPDATE_STRATEGY') ?? (strategy.name === standard ? vocabularyTexts.strategies.isNeeded : undefined),
          },
          {
            title: partsTexts.delete,
            act: () => confirmDeletion(strategy),
            refused: lacks('DELETE_STRATEGY') ?? builtIn(strategy),
          },
        ]}
      />
    </>
  );
}

/** The strategy type that cannot be deprecated. */
const standard = 'default';

const builtIn = ({ editable }: Definition): string | undefined => (editable ? undefined : vocabularyTexts.strategies.isBuiltIn);

function State({ of: { deprecated, editable } }: { readonly of: Definition }) {
  if (deprecated) return <span class={tagStyles.caution}>{vocabularyTexts.strategies.deprecated}</span>;
  return <span class={tagStyles.tag}>{editable ? vocabularyTexts.strategies.own : vocabularyTexts.strategies.builtIn}</span>;
}

async function retire({ name, deprecated }: Definition): Promise<void> {
  const path = { name };
  await attempt(
    () =>
      deprecated
        ? ask('POST /api/admin/strategies/{name}/reactivate', { path })
        : ask('POST /api/admin/strategies/{name}/deprecate', { path }),
    deprecated ? vocabularyTexts.strategies.reactivated(name) : vocabularyTexts.strategies.wasDeprecated(name),
  );
}

const askForStrategy = (strategy: Definition | null): void =>
  openForm({
    title: strategy?.name ?? vocabularyTexts.strategies.create,
    submitTitle: strategy ? vocabularyTexts.strategies.save : vocabularyTexts.strategies.create,
    initial: {
      name: strategy?.name ?? '',
      title: strategy?.title ?? '',
      description: strategy?.description ?? '',
      parameters: linesOfParameters(strategy?.parameters ?? []),
    },
    entries: {
      ...(strategy === null && {
        name: {
          kind: 'text',
          label: vocabularyTexts.strategies.name,
          hint: vocabularyTexts.strategies.nameHint,
          isRequired: true,
        } as const,
      }),
      title: { kind: 'text', label: vocabularyTexts.strategies.title },
      description: { kind: 'text', label: vocabularyTexts.strategies.description },
      parameters: { kind: 'lines', label: vocabularyTexts.strategies.parameters, hint: vocabularyTexts.strategies.parametersHint },
    },
    submit: ({ name, parameters, ...values }) => {
      const body = { ...values, parameters: parametersOf(parameters) };
      return execute(
        () =>
          strategy === null
            ? ask('POST /api/admin/strategies', { body: { name, ...body } })
            : ask('PUT /api/admin/strategies/{name}', { path: { name }, body }),
        pageTexts.saved(name),
      );
    },
  });

const confirmDeletion = ({ name }: Definition): void =>
  confirm({
    title: partsTexts.deleteWhat(name),
    about: vocabularyTexts.strategies.deleteAbout,
    submitTitle: vocabularyTexts.strategies.delete,
    act: () => execute(() => ask('DELETE /api/admin/strategies/{name}', { path: { name } }), partsTexts.deleted(name)),
  });
