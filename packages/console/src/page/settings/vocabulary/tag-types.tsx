import { carryOut } from '../../../parts/attempt.ts';
import { confirm } from '../../../parts/confirm.tsx';
import { ListPanel } from '../../../parts/list-panel.tsx';
import { PageHead } from '../../../parts/page-head.tsx';
import { openForm } from '../../../parts/value-form.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { useLack } from '../../../server/session.ts';
import { words } from '../../../base/words.ts';

type TagType = AnswerOf<'GET /api/admin/tag-types'>['tagTypes'][number];

/** Kinds of tags that features may carry. */
export function TagTypes() {
  const types = useAnswer('GET /api/admin/tag-types', {});
  const lacks = useLack();
  return (
    <>
      <PageHead
        title={words.settings.chapters['tag-types'].title}
        about={words.tagTypes.about}
        main={{ title: words.tagTypes.create, act: () => askForType(null), refused: lacks('CREATE_TAG_TYPE') }}
      />
      <ListPanel
        label={words.settings.chapters['tag-types'].title}
        of={types}
        rows={({ tagTypes }) => tagTypes}
        nameOf={({ name }) => name}
        none={words.tagTypes.none}
        columns={[
          { title: words.tagTypes.name, cell: ({ name }) => <b>{name}</b> },
          { title: words.tagTypes.description, cell: ({ description }) => description },
        ]}
        actions={(type) => [
          { title: words.edit, act: () => askForType(type), refused: lacks('UPDATE_TAG_TYPE') },
          { title: words.delete, isDestructive: true, act: () => confirmDeletion(type), refused: lacks('DELETE_TAG_TYPE') },
        ]}
      />
    </>
  );
}

const askForType = (type: TagType | null): void =>
  openForm({
    title: type?.name ?? words.tagTypes.create,
    submitTitle: type ? words.tagTypes.save : words.tagTypes.create,
    initial: { name: type?.name ?? '', description: type?.description ?? '' },
    entries: {
      ...(type === null && {
        name: { kind: 'text', label: words.tagTypes.name, hint: words.tagTypes.nameHint, isRequired: true } as const,
      }),
      description: { kind: 'text', label: words.tagTypes.description },
    },
    submit: ({ name, description }) =>
      carryOut(
        () =>
          type === null
            ? ask('POST /api/admin/tag-types', { body: { name, description } })
            : ask('PUT /api/admin/tag-types/{name}', { path: { name }, body: { description } }),
        words.saved(name),
      ),
  });

const confirmDeletion = ({ name }: TagType): void =>
  confirm({
    title: words.deleteWhat(name),
    about: words.tagTypes.deleteAbout,
    submitTitle: words.tagTypes.delete,
    act: () => carryOut(() => ask('DELETE /api/admin/tag-types/{name}', { path: { name } }), words.deleted(name)),
  });
