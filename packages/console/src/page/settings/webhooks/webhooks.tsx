import { useLocation } from 'preact-iso/router';
import { deletionOf } from '../../../parts/form/confirm.tsx';
import { ListPage, NameCell } from '../../../parts/panel/list-panel.tsx';
import { showOnce } from '../../../parts/layer/shown-once.tsx';
import { openForm } from '../../../parts/form/value-form.tsx';
import { useAnswer, type AnswerOf, ask } from '../../../server/ask.ts';
import { useLack } from '../../../server/session.ts';
import { nameOfAddon } from './addon-form.ts';
import { NewWebhook, WebhookPage, webhooksAbout } from './webhook-page.tsx';
import * as tagStyles from '../../../parts/mark/tag.module.css';

type Found = AnswerOf<'GET /api/admin/addons'>;
type Addon = Found['addons'][number];

/** The list of webhooks; with an id, one of them or a new one. */
export function Webhooks({ id }: { readonly id?: string }) {
  if (id === undefined) return <AddonList />;
  return id === 'new' ? <NewWebhook /> : <WebhookPage id={Number(id)} />;
}

function AddonList() {
  const { route } = useLocation();
  const addons = useAnswer('GET /api/admin/addons', {});
  const lacks = useLack();
  const providers = addons.data?.providers ?? [];
  return (
    <ListPage
      title="Webhooks"
      about={webhooksAbout}
      main={{ title: 'New webhook', act: () => route('/settings/webhooks/new'), refused: lacks('CREATE_ADDON') }}
      of={addons}
      rows={(found) => found.addons}
      nameOf={nameOfAddon}
      none="No webhooks yet"
      columns={[
        {
          title: 'Receiver',
          cell: (addon) => (
            <NameCell
              name={nameOfAddon(addon)}
              href={`/settings/webhooks/${addon.id}`}
              about={providers.find(({ name }) => name === addon.provider)?.displayName ?? addon.provider}
            />
          ),
        },
        { title: 'Events', cell: ({ events }) => (events.length === 0 ? 'none' : String(events.length)) },
        {
          title: 'State',
          cell: ({ enabled }) => <span class={enabled ? tagStyles.clear : tagStyles.tag}>{enabled ? 'on' : 'off'}</span>,
        },
      ]}
      actions={(addon) => [
        ...(addon.provider === signedProvider
          ? [{ title: 'New signing secret', act: () => askForSecret(addon), refused: lacks('UPDATE_ADDON') }]
          : []),
        deletion(addon, lacks('DELETE_ADDON')),
      ]}
    />
  );
}

/** Only this provider signs its requests. */
const signedProvider = 'webhook';

const askForSecret = (addon: Addon): void =>
  openForm({
    title: `New signing secret for ${nameOfAddon(addon)}`,
    submitTitle: 'New signing secret',
    initial: { overlapHours: '24' },
    entries: {
      overlapHours: {
        kind: 'number',
        label: 'Overlap in hours',
        hint: 'During the overlap, requests carry signatures with both secrets, so that you can update receivers one by one.',
        isRequired: true,
      },
    },
    submit: async ({ overlapHours }) => {
      const body = { overlapHours: Number(overlapHours) };
      const { secret } = await ask('POST /api/admin/addons/{id}/signing-secret', { path: { id: addon.id }, body });
      showOnce({ title: `New signing secret for ${nameOfAddon(addon)}`, parts: [{ label: 'Signing secret', text: secret }] });
    },
  });

const deletion = (addon: Addon, refused: string | undefined) =>
  deletionOf({
    name: nameOfAddon(addon),
    noun: 'webhook',
    about: 'This also deletes its pending events and its delivery log.',
    remove: () => ask('DELETE /api/admin/addons/{id}', { path: { id: addon.id } }),
    refused,
  });
