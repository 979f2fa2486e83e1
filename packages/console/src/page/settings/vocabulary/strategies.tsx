import { attempt } from '../../../parts/layer/attempt.ts';
import { deletionOf } from '../../../parts/form/confirm.tsx';
import { ListPage, NameCell } from '../../../parts/panel/list-panel.tsx';
import { openForm } from '../../../parts/form/value-form.tsx';
import { useAnswer, type AnswerOf, ask } from '../../../server/ask.ts';
import { useLack } from '../../../server/session.ts';
import { linesOfParameters, parametersOf } from './strategy-parameters.ts';
import * as tagStyles from '../../../parts/mark/tag.module.css';

type Definition = AnswerOf<'GET /api/admin/strategies'>['strategies'][number];

/** Strategy types: built-in ones, and those that applications evaluate themselves. */
export function Strategies() {
  const strategies = useAnswer('GET /api/admin/strategies', {});
  const lacks = useLack();
  return (
    <ListPage
      title="Strategy types"
      about="The server evaluates built-in types. Applications evaluate your own types."
      main={{ title: 'New strategy type', act: () => askForStrategy(null), refused: lacks('CREATE_STRATEGY') }}
      of={strategies}
      rows={(found) => found.strategies}
      none="No strategy types yet"
      columns={[
        { title: 'Name', cell: ({ name, title, description }) => <NameCell name={title ?? name} about={description} /> },
        { title: 'Parameters', cell: ({ parameters }) => parameters.map(({ name }) => name).join(', ') },
        { title: 'State', cell: (strategy) => <State of={strategy} /> },
      ]}
      actions={(strategy) => {
        const retirement = {
          title: strategy.deprecated ? 'Reactivate' : 'Deprecate',
          act: () => void retire(strategy),
          refused: lacks('UPDATE_STRATEGY'),
        };
        if (!strategy.editable) return strategy.deprecated ? [retirement] : [];
        return [
          { title: 'Edit', act: () => askForStrategy(strategy), refused: lacks('UPDATE_STRATEGY') },
          retirement,
          deletion(strategy, lacks('DELETE_STRATEGY')),
        ];
      }}
    />
  );
}

function State({ of: { deprecated, editable } }: { readonly of: Definition }) {
  if (deprecated) return <span class={tagStyles.caution}>deprecated</span>;
  return <span class={tagStyles.tag}>{editable ? 'custom' : 'built in'}</span>;
}

async function retire({ name, deprecated }: Definition): Promise<void> {
  const path = { name };
  await attempt(
    () =>
      deprecated
        ? ask('POST /api/admin/strategies/{name}/reactivate', { path })
        : ask('POST /api/admin/strategies/{name}/deprecate', { path }),
    deprecated ? `Reactivated ${name}.` : `Deprecated ${name}. New strategies can’t use it.`,
  );
}

const askForStrategy = (strategy: Definition | null): void =>
  openForm({
    title: strategy?.name ?? 'New strategy type',
    submitTitle: strategy ? 'Save strategy type' : 'New strategy type',
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
          label: 'Name',
          hint: 'The name that applications use. You can’t change it later.',
          isRequired: true,
        } as const,
      }),
      title: { kind: 'text', label: 'Title' },
      description: { kind: 'text', label: 'Description' },
      parameters: {
        kind: 'lines',
        label: 'Parameters',
        hint: 'One per line: name, type (string, percentage, list, number or boolean) and optionally “required”. Example: share percentage required',
      },
    },
    submit: ({ name, parameters, ...values }) => {
      const body = { ...values, parameters: parametersOf(parameters) };
      return strategy === null
        ? ask('POST /api/admin/strategies', { body: { name, ...body } })
        : ask('PUT /api/admin/strategies/{name}', { path: { name }, body });
    },
    done: ({ name }) => `Saved ${name}.`,
  });

const deletion = ({ name }: Definition, refused: string | undefined) =>
  deletionOf({
    name,
    noun: 'strategy type',
    about: 'You can’t delete a type that a strategy uses. Strategies of archived features count too.',
    remove: () => ask('DELETE /api/admin/strategies/{name}', { path: { name } }),
    refused,
  });
