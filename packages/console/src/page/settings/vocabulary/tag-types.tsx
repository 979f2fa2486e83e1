import { deletionOf } from '../../../parts/form/confirm.tsx';
import { ListPage } from '../../../parts/panel/list-panel.tsx';
import { openForm } from '../../../parts/form/value-form.tsx';
import { useAnswer, type AnswerOf, ask } from '../../../server/ask.ts';
import { useLack } from '../../../server/session.ts';

type TagType = AnswerOf<'GET /api/admin/tag-types'>['tagTypes'][number];

export function TagTypes() {
  const types = useAnswer('GET /api/admin/tag-types', {});
  const lacks = useLack();
  return (
    <ListPage
      title="Tag types"
      about="Categories for feature tags, such as team or component."
      main={{ title: 'New tag type', act: () => askForType(null), refused: lacks('CREATE_TAG_TYPE') }}
      of={types}
      rows={({ tagTypes }) => tagTypes}
      none="No tag types yet"
      columns={[
        { title: 'Name', cell: ({ name }) => <b>{name}</b> },
        { title: 'Description', cell: ({ description }) => description },
      ]}
      actions={(type) => [
        { title: 'Edit', act: () => askForType(type), refused: lacks('UPDATE_TAG_TYPE') },
        deletion(type, lacks('DELETE_TAG_TYPE')),
      ]}
    />
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
      type === null
        ? ask('POST /api/admin/tag-types', { body: { name, description } })
        : ask('PUT /api/admin/tag-types/{name}', { path: { name }, body: { description } }),
    done: ({ name }) => `Saved ${name}.`,
  });

const deletion = ({ name }: TagType, refused: string | undefined) =>
  deletionOf({
    name,
    noun: 'tag type',
    about: 'This also removes all tags of this type.',
    remove: () => ask('DELETE /api/admin/tag-types/{name}', { path: { name } }),
    refused,
  });
