import { execute } from '../../../parts/layer/attempt.ts';
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
import { legalValuesOf, linesOfLegalValues } from './legal-values.ts';
import * as dataTableStyles from '../../../parts/list/data-table.module.css';

type ContextField = AnswerOf<'GET /api/admin/context'>[number];

const fewValues = 4;

export function ContextFields() {
  const fields = useAnswer('GET /api/admin/context', {});
  const lacks = useLack();
  return (
    <>
      <PageHead
        title={frameTexts.settings.sections['context-fields'].title}
        about={vocabularyTexts.contextFields.about}
        main={{ title: vocabularyTexts.contextFields.create, act: () => askForField(null), refused: lacks('CREATE_CONTEXT_FIELD') }}
      />
      <ListPanel
        label={frameTexts.settings.sections['context-fields'].title}
        of={fields}
        rows={(found) => found}
        nameOf={({ name }) => name}
        none={vocabularyTexts.contextFields.none}
        columns={[
          {
            title: vocabularyTexts.contextFields.name,
            cell: ({ name, description }) => (
              <span class={dataTableStyles.who}>
                <b class="mono">{name}</b>
                <small>{description}</small>
              </span>
            ),
          },
          {
            title: vocabularyTexts.contextFields.legalValues,
            cell: ({ legalValues }) => describeValues(legalValues.map(({ value }) => value)),
          },
          { title: vocabularyTexts.contextFields.stickiness, cell: ({ stickiness }) => (stickiness ? vocabularyTexts.yes : '') },
          { title: vocabularyTexts.contextFields.features, cell: ({ usedInFeatures }) => usedInFeatures },
        ]}
        actions={(field) => [
          { title: pageTexts.edit, act: () => askForField(field), refused: lacks('UPDATE_CONTEXT_FIELD') },
          { title: partsTexts.delete, act: () => confirmDeletion(field), refused: lacks('DELETE_CONTEXT_FIELD') },
        ]}
      />
    </>
  );
}

const describeValues = (values: readonly string[]): string =>
  values.length === 0
    ? vocabularyTexts.contextFields.any
    : vocabularyTexts.contextFields.values(values.slice(0, fewValues), values.length - fewValues);

const askForField = (field: ContextField | null): void =>
  openForm({
    title: field?.name ?? vocabularyTexts.contextFields.create,
    submitTitle: field ? vocabularyTexts.contextFields.save : vocabularyTexts.contextFields.create,
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
          label: vocabularyTexts.contextFields.name,
          hint: vocabularyTexts.contextFields.nameHint,
          isRequired: true,
        } as const,
      }),
      description: { kind: 'text', label: vocabularyTexts.contextFields.description },
      legalValues: { kind: 'lines', label: vocabularyTexts.contextFields.legalValues, hint: vocabularyTexts.contextFields.legalValuesHint },
      stickiness: { kind: 'flag', label: vocabularyTexts.contextFields.stickiness, hint: vocabularyTexts.contextFields.stickinessHint },
    },
    submit: ({ name, legalValues, ...values }) => {
      const body = { ...values, legalValues: legalValuesOf(legalValues) };
      return execute(
        () =>
          field === null
            ? ask('POST /api/admin/context', { body: { name, ...body } })
            : ask('PUT /api/admin/context/{contextField}', { path: { contextField: name }, body: { ...body, sortOrder: field.sortOrder } }),
        pageTexts.saved(name),
      );
    },
  });

const confirmDeletion = ({ name, usedInFeatures }: ContextField): void =>
  confirm({
    title: partsTexts.deleteWhat(name),
    about: vocabularyTexts.contextFields.deleteAbout(usedInFeatures),
    submitTitle: vocabularyTexts.contextFields.delete,
    act: () => execute(() => ask('DELETE /api/admin/context/{contextField}', { path: { contextField: name } }), partsTexts.deleted(name)),
  });
