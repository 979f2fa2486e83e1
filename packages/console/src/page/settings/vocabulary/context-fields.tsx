import { carryOut } from '../../../parts/attempt.ts';
import { confirm } from '../../../parts/confirm.tsx';
import { ListPanel } from '../../../parts/list-panel.tsx';
import { PageHead } from '../../../parts/page-head.tsx';
import { openForm } from '../../../parts/value-form.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { useLack } from '../../../server/session.ts';
import { words } from '../../../base/words.ts';
import { legalValuesOf, linesOfLegalValues } from './legal-values.ts';

type ContextField = AnswerOf<'GET /api/admin/context'>[number];

const fewValues = 4;

/** What strategies may ask of whoever wants to know whether a feature is on. */
export function ContextFields() {
  const fields = useAnswer('GET /api/admin/context', {});
  const lacks = useLack();
  return (
    <>
      <PageHead
        title={words.settings.chapters['context-fields'].title}
        about={words.contextFields.about}
        main={{ title: words.contextFields.create, act: () => askForField(null), refused: lacks('CREATE_CONTEXT_FIELD') }}
      />
      <ListPanel
        label={words.settings.chapters['context-fields'].title}
        of={fields}
        rows={(found) => found}
        nameOf={({ name }) => name}
        none={words.contextFields.none}
        columns={[
          {
            title: words.contextFields.name,
            cell: ({ name, description }) => (
              <span class="who">
                <b class="mono">{name}</b>
                <small>{description}</small>
              </span>
            ),
          },
          { title: words.contextFields.legalValues, cell: ({ legalValues }) => sayValues(legalValues.map(({ value }) => value)) },
          { title: words.contextFields.stickiness, cell: ({ stickiness }) => (stickiness ? words.yes : '') },
          { title: words.contextFields.features, cell: ({ usedInFeatures }) => usedInFeatures },
        ]}
        actions={(field) => [
          { title: words.edit, act: () => askForField(field), refused: lacks('UPDATE_CONTEXT_FIELD') },
          { title: words.delete, isDestructive: true, act: () => confirmDeletion(field), refused: lacks('DELETE_CONTEXT_FIELD') },
        ]}
      />
    </>
  );
}

const sayValues = (values: readonly string[]): string =>
  values.length === 0 ? words.contextFields.any : words.contextFields.values(values.slice(0, fewValues), values.length - fewValues);

const askForField = (field: ContextField | null): void =>
  openForm({
    title: field?.name ?? words.contextFields.create,
    submitTitle: field ? words.contextFields.save : words.contextFields.create,
    initial: {
      name: field?.name ?? '',
      description: field?.description ?? '',
      legalValues: linesOfLegalValues(field?.legalValues ?? []),
      stickiness: field?.stickiness ?? false,
    },
    entries: {
      ...(field === null && {
        name: { kind: 'text', label: words.contextFields.name, hint: words.contextFields.nameHint, isRequired: true } as const,
      }),
      description: { kind: 'text', label: words.contextFields.description },
      legalValues: { kind: 'lines', label: words.contextFields.legalValues, hint: words.contextFields.legalValuesHint },
      stickiness: { kind: 'flag', label: words.contextFields.stickiness, hint: words.contextFields.stickinessHint },
    },
    submit: ({ name, legalValues, ...values }) => {
      const body = { ...values, legalValues: legalValuesOf(legalValues) };
      return carryOut(
        () =>
          field === null
            ? ask('POST /api/admin/context', { body: { name, ...body } })
            : ask('PUT /api/admin/context/{contextField}', { path: { contextField: name }, body: { ...body, sortOrder: field.sortOrder } }),
        words.saved(name),
      );
    },
  });

const confirmDeletion = ({ name, usedInFeatures }: ContextField): void =>
  confirm({
    title: words.deleteWhat(name),
    about: words.contextFields.deleteAbout(usedInFeatures),
    submitTitle: words.contextFields.delete,
    act: () => carryOut(() => ask('DELETE /api/admin/context/{contextField}', { path: { contextField: name } }), words.deleted(name)),
  });
