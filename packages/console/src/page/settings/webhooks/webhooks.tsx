import { useLocation } from 'preact-iso/router';
import { execute } from '../../../parts/layer/attempt.ts';
import { confirm } from '../../../parts/layer/confirm.tsx';
import { ListPanel } from '../../../parts/panel/list-panel.tsx';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { showOnce } from '../../../parts/layer/shown-once.tsx';
import { openForm } from '../../../parts/form/value-form.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { useLack } from '../../../server/session.ts';
import { frameTexts } from '../../../frame/texts.ts';
import { webhooksTexts } from './texts.ts';
import { partsTexts } from '../../../parts/texts.ts';
import { nameOfAddon } from './addon-form.ts';
import { NewWebhook, WebhookPage } from './webhook-page.tsx';
import * as dataTableStyles from '../../../parts/list/data-table.module.css';
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
    <>
      <PageHead
        title={frameTexts.settings.sections.webhooks.title}
        about={webhooksTexts.about}
        main={{ title: webhooksTexts.create, act: () => route('/settings/webhooks/new'), refused: lacks('CREATE_ADDON') }}
      />
      <ListPanel
        label={frameTexts.settings.sections.webhooks.title}
        of={addons}
        rows={(found) => found.addons}
        nameOf={nameOfAddon}
        none={webhooksTexts.none}
        columns={[
          {
            title: webhooksTexts.receiver,
            cell: (addon) => (
              <span class={dataTableStyles.who}>
                <a href={`/settings/webhooks/${addon.id}`}>{nameOfAddon(addon)}</a>
                <small>{providers.find(({ name }) => name === addon.provider)?.displayName ?? addon.provider}</small>
              </span>
            ),
          },
          { title: webhooksTexts.events, cell: ({ events }) => webhooksTexts.eventCount(events.length) },
          {
            title: webhooksTexts.state,
            cell: ({ enabled }) => (
              <span class={enabled ? tagStyles.clear : tagStyles.tag}>{enabled ? webhooksTexts.on : webhooksTexts.off}</span>
            ),
          },
        ]}
        actions={(addon) => [
          ...(addon.provider === signedProvider
            ? [{ title: webhooksTexts.sign, act: () => askForSecret(addon), refused: lacks('UPDATE_ADDON') }]
            : []),
          { title: partsTexts.delete, act: () => confirmDeletion(addon), refused: lacks('DELETE_ADDON') },
        ]}
      />
    </>
  );
}

/** Only this provider signs its requests. */
const signedProvider = 'webhook';

const askForSecret = (addon: Addon): void =>
  openForm({
    title: webhooksTexts.signWhat(nameOfAddon(addon)),
    submitTitle: webhooksTexts.sign,
    initial: { overlapHours: '24' },
    entries: {
      overlapHours: { kind: 'number', label: webhooksTexts.overlap, hint: webhooksTexts.overlapHint, isRequired: true },
    },
    submit: async ({ overlapHours }) => {
      const body = { overlapHours: Number(overlapHours) };
      const { secret } = await ask('POST /api/admin/addons/{id}/signing-secret', { path: { id: addon.id }, body });
      showOnce({ title: webhooksTexts.signed(nameOfAddon(addon)), parts: [{ label: webhooksTexts.secret, text: secret }] });
    },
  });

const confirmDeletion = (addon: Addon): void =>
  confirm({
    title: partsTexts.deleteWhat(nameOfAddon(addon)),
    about: webhooksTexts.deleteAbout,
    submitTitle: webhooksTexts.delete,
    act: () => execute(() => ask('DELETE /api/admin/addons/{id}', { path: { id: addon.id } }), partsTexts.deleted(nameOfAddon(addon))),
  });
