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

type TagType = AnswerOf<'GET /api/admin/tag-types'>['tagTypes'][number];

export function TagTypes() {
  const types = useAnswer('GET /api/admin/tag-types', {});
  const lacks = useLack();
  return (
    <>
      <PageHead
        title={frameTexts.settings.sections['tag-types'].title}
        about={vocabularyTexts.tagTypes.about}
        main={{ title: vocabularyTexts.tagTypes.create, act: () => askForType(null), refused: lacks('CREATE_TAG_TYPE') }}
      />
      <ListPanel
        label={frameTexts.settings.sections['tag-types'].title}
        of={types}
        rows={({ tagTypes }) => tagTypes}
        nameOf={({ name }) => name}
        none={vocabularyTexts.tagTypes.none}
        columns={[
          { title: vocabularyTexts.tagTypes.name, cell: ({ name }) => <b>{name}</b> },
          { title: vocabularyTexts.tagTypes.description, cell: ({ description }) => description },
        ]}
        actions={(type) => [
          { title: pageTexts.edit, act: () => askForType(type), refused: lacks('UPDATE_TAG_TYPE') },
          { title: partsTexts.delete, act: () => confirmDeletion(type), refused: lacks('DELETE_TAG_TYPE') },
        ]}
      />
    </>
  );
}

const askForType = (type: TagType | null): void =>
  openForm({
    title: type?.name ?? vocabularyTexts.tagTypes.create,
    submitTitle: type ? vocabularyTexts.tagTypes.save : vocabularyTexts.tagTypes.create,
    initial: { name: type?.name ?? '', description: type?.description ?? '' },
    entries: {
      ...(type === null && {
        name: { kind: 'text', label: vocabularyTexts.tagTypes.name, hint: vocabularyTexts.tagTypes.nameHint, isRequired: true } as const,
      }),
      description: { kind: 'text', label: vocabularyTexts.tagTypes.description },
    },
    submit: ({ name, description }) =>
      execute(
        () =>
          type === null
            ? ask('POST /api/admin/tag-types', { body: { name, description } })
            : ask('PUT /api/admin/tag-types/{name}', { path: { name }, body: { description } }),
        pageTexts.saved(name),
      ),
  });

const confirmDeletion = ({ name }: TagType): void =>
  confirm({
    title: partsTexts.deleteWhat(name),
    about: vocabularyTexts.tagTypes.deleteAbout,
    submitTitle: vocabularyTexts.tagTypes.delete,
    act: () => execute(() => ask('DELETE /api/admin/tag-types/{name}', { path: { name } }), partsTexts.deleted(name)),
  });
