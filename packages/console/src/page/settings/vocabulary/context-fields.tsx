import { deletionOf } from '../../../parts/form/confirm.tsx';
import { ListPage, NameCell } from '../../../parts/panel/list-panel.tsx';
import { openForm } from '../../../parts/form/value-form.tsx';
import { useAnswer, type AnswerOf, ask } from '../../../server/ask.ts';
import { useLack } from '../../../server/session.ts';
import { legalValuesOf, linesOfLegalValues } from './legal-values.ts';

type ContextField = AnswerOf<'GET /api/admin/context'>[number];

const fewValues = 4;

export function ContextFields() {
  const fields = useAnswer('GET /api/admin/context', {});
  const lacks = useLack();
  return (
    <ListPage
      title="Context fields"
      about="Fields of the evaluation context that conditions and rollouts can use."
      main={{ title: 'New context field', act: () => askForField(null), refused: lacks('CREATE_CONTEXT_FIELD') }}
      of={fields}
      rows={(found) => found}
      none="No context fields yet"
      columns={[
        { title: 'Name', cell: ({ name, description }) => <NameCell name={name} about={description} isKey /> },
        {
          title: 'Allowed values',
          cell: ({ legalValues }) => describeValues(legalValues.map(({ value }) => value)),
        },
        { title: 'Available for stickiness', cell: ({ stickiness }) => (stickiness ? 'yes' : '') },
        { title: 'Features', cell: ({ usedInFeatures }) => usedInFeatures },
      ]}
      actions={(field) => [
        { title: 'Edit', act: () => askForField(field), refused: lacks('UPDATE_CONTEXT_FIELD') },
        deletion(field, lacks('DELETE_CONTEXT_FIELD')),
      ]}
    />
  );
}

function describeValues(values: readonly string[]): string {
  if (values.length === 0) return 'any';
  const more = values.length - fewValues;
  return `${values.slice(0, fewValues).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const askForField = (field: ContextField | null): void =>
  openForm({
    title: field?.name ?? 'New context field',
    submitTitle: field ? 'Save context field' : 'New context field',
    initial: {
      name: field?.name ?? '',
      description: field?.description ?? '',
      legalValues: linesOfLegalValues(field?.legalValues ?? []),
      stickiness: field?.stickiness ?? false,
    },
    entries: {
      ...(field === null && {
        name: {
          kind: 'text',
          label: 'Name',
          hint: 'The name that applications send.',
          isRequired: true,
        } as const,
      }),
      description: { kind: 'text', label: 'Description' },
      legalValues: {
        kind: 'lines',
        label: 'Allowed values',
        hint: 'One per line, optionally with a description: SE | Sweden. Leave empty to allow any value.',
      },
      stickiness: {
        kind: 'flag',
        label: 'Available for stickiness',
        hint: 'Percentage rollouts can bucket by this field, so that the same value always gets the same result.',
      },
    },
    submit: ({ name, legalValues, ...values }) => {
      const body = { ...values, legalValues: legalValuesOf(legalValues) };
      return field === null
        ? ask('POST /api/admin/context', { body: { name, ...body } })
        : ask('PUT /api/admin/context/{contextField}', { path: { contextField: name }, body: { ...body, sortOrder: field.sortOrder } });
    },
    done: ({ name }) => `Saved ${name}.`,
  });

const deleteAbout = (features: number) =>
  features === 0
    ? 'No feature uses it.'
    : `${features === 1 ? '1 feature uses' : `${features} features use`} it. You can’t delete a field in use.`;

const deletion = ({ name, usedInFeatures }: ContextField, refused: string | undefined) =>
  deletionOf({
    name,
    noun: 'context field',
    about: deleteAbout(usedInFeatures),
    remove: () => ask('DELETE /api/admin/context/{contextField}', { path: { contextField: name } }),
    refused,
  });
