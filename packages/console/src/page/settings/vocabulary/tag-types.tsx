import { execute } from '../../../parts/layer/attempt.ts';
import { confirm } from '../../../parts/form/confirm.tsx';
import { ListPanel } from '../../../parts/panel/list-panel.tsx';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { openForm } from '../../../parts/form/value-form.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { useLack } from '../../../server/session.ts';

type TagType = AnswerOf<'GET /api/admin/tag-types'>['tagTypes'][number];

export function TagTypes() {
  const types = useAnswer('GET /api/admin/tag-types', {});
  const lacks = useLack();
  return (
    <>
      <PageHead
        title="Tag types"
        about="Categories for feature tags, such as team or component."
        main={{ title: 'New tag type', act: () => askForType(null), refused: lacks('CREATE_TAG_TYPE') }}
      />
      <ListPanel
        label="Tag types"
        of={types}
        rows={({ tagTypes }) => tagTypes}
        nameOf={({ name }) => name}
        none="No tag types yet"
        columns={[
          { title: 'Name', cell: ({ name }) => <b>{name}</b> },
          { title: 'Description', cell: ({ description }) => description },
        ]}
        actions={(type) => [
          { title: 'Edit', act: () => askForType(type), refused: lacks('UPDATE_TAG_TYPE') },
          { title: 'Delete', act: () => confirmDeletion(type), refused: lacks('DELETE_TAG_TYPE') },
        ]}
      />
    </>
  );
}

const askForType = (type: TagType | null): void =>
  openForm({
    title: type?.name ?? 'New tag type',
    submitTitle: type ? 'Save tag type' : 'New tag type',
    initial: { name: type?.name ?? '', description: type?.description ?? '' },
    entries: {
      ...(type === null && {
        name: { kind: 'text', label: 'Name', hint: '2 to 50 letters, digits or hyphens.', isRequired: true } as const,
      }),
      description: { kind: 'text', label: 'Description' },
    },
    submit: ({ name, description }) =>
      execute(
        () =>
          type === null
            ? ask('POST /api/admin/tag-types', { body: { name, description } })
            : ask('PUT /api/admin/tag-types/{name}', { path: { name }, body: { description } }),
        `Saved ${name}.`,
      ),
  });

const confirmDeletion = ({ name }: TagType): void =>
  confirm({
    title: `Delete ${name}?`,
    about: 'This also removes all tags of this type.',
    submitTitle: 'Delete tag type',
    act: () => execute(() => ask('DELETE /api/admin/tag-types/{name}', { path: { name } }), `Deleted ${name}.`),
  });
