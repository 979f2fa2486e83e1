import { useLocation } from 'preact-iso';
import { execute } from '../../../parts/attempt.ts';
import { confirm } from '../../../parts/confirm.tsx';
import { ListPanel } from '../../../parts/list-panel.tsx';
import { PageHead } from '../../../parts/page-head.tsx';
import { showOnce } from '../../../parts/shown-once.tsx';
import { openForm } from '../../../parts/value-form.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { useLack } from '../../../server/session.ts';
import { frameTexts } from '../../../frame/texts.ts';
import { pageTexts } from '../../texts.ts';
import { webhooksTexts } from './texts.ts';
import { partsTexts } from '../../../parts/texts.ts';
import { Deliveries } from './deliveries.tsx';
import { entriesOf, inputOf, valuesOf } from './addon-form.ts';
import * as dataTableStyles from '../../../parts/data-table.module.css';
import * as tagStyles from '../../../parts/tag.module.css';

type Found = AnswerOf<'GET /api/admin/addons'>;
type Addon = Found['addons'][number];
type Provider = Found['providers'][number];

/** The list of webhooks; with an id, the deliveries of one. */
export function Webhooks({ id }: { readonly id?: string }) {
  return id === undefined ? <AddonList /> : <Deliveries id={Number(id)} />;
}

function AddonList() {
  const { route } = useLocation();
  const addons = useAnswer('GET /api/admin/addons', {});
  const lacks = useLack();
  const providers = addons.data?.providers ?? [];
  const edit = (addon: Addon) => () => {
    const provider = providers.find(({ name }) => name === addon.provider);
    if (provider) askForAddon(provider, addon);
  };
  return (
    <>
      <PageHead
        title={frameTexts.settings.sections.webhooks.title}
        about={webhooksTexts.about}
        main={{ title: webhooksTexts.create, act: () => askForProvider(providers), refused: lacks('CREATE_ADDON') }}
      />
      <ListPanel
        label={frameTexts.settings.sections.webhooks.title}
        of={addons}
        rows={(found) => found.addons}
        nameOf={nameOf}
        none={webhooksTexts.none}
        columns={[
          {
            title: webhooksTexts.receiver,
            cell: (addon) => (
              <span class={dataTableStyles.who}>
                <b>{nameOf(addon)}</b>
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
          { title: webhooksTexts.log, act: () => route(`/settings/webhooks/${addon.id}`), refused: lacks('ADMIN') },
          { title: pageTexts.edit, act: edit(addon), refused: lacks('UPDATE_ADDON') },
          ...(addon.provider === signedProvider
            ? [{ title: webhooksTexts.sign, act: () => askForSecret(addon), refused: lacks('UPDATE_ADDON') }]
            : []),
          { title: partsTexts.delete, isDestructive: true, act: () => confirmDeletion(addon), refused: lacks('DELETE_ADDON') },
        ]}
      />
    </>
  );
}

/** Only this provider signs its requests. */
const signedProvider = 'webhook';

const nameOf = ({ id, description, provider }: Addon): string => description || `${provider} ${id}`;

function askForProvider(providers: readonly Provider[]): void {
  openForm({
    title: webhooksTexts.create,
    submitTitle: webhooksTexts.goOn,
    initial: { provider: providers[0]?.name ?? '' },
    entries: {
      provider: {
        kind: 'choice',
        label: webhooksTexts.provider,
        choices: providers.filter(({ deprecated }) => !deprecated).map(({ name, displayName }) => ({ value: name, title: displayName })),
      },
    },
    submit: async ({ provider }) => {
      const chosen = providers.find(({ name }) => name === provider);
      if (chosen) askForAddon(chosen, null);
    },
  });
}

const askForAddon = (provider: Provider, addon: Addon | null): void =>
  openForm({
    title: addon ? nameOf(addon) : provider.displayName,
    submitTitle: addon ? webhooksTexts.save : webhooksTexts.create,
    initial: valuesOf(provider, addon),
    entries: entriesOf(provider),
    submit: (values) => {
      const body = inputOf(provider, values);
      return execute(
        () => (addon ? ask('PUT /api/admin/addons/{id}', { path: { id: addon.id }, body }) : ask('POST /api/admin/addons', { body })),
        pageTexts.saved(body.description ?? provider.displayName),
      );
    },
  });

const askForSecret = (addon: Addon): void =>
  openForm({
    title: webhooksTexts.signWhat(nameOf(addon)),
    submitTitle: webhooksTexts.sign,
    initial: { overlapHours: '24' },
    entries: {
      overlapHours: { kind: 'number', label: webhooksTexts.overlap, hint: webhooksTexts.overlapHint, isRequired: true },
    },
    submit: async ({ overlapHours }) => {
      const body = { overlapHours: Number(overlapHours) };
      const { secret } = await ask('POST /api/admin/addons/{id}/signing-secret', { path: { id: addon.id }, body });
      showOnce({ title: webhooksTexts.signed(nameOf(addon)), parts: [{ label: webhooksTexts.secret, text: secret }] });
    },
  });

const confirmDeletion = (addon: Addon): void =>
  confirm({
    title: partsTexts.deleteWhat(nameOf(addon)),
    about: webhooksTexts.deleteAbout,
    submitTitle: webhooksTexts.delete,
    act: () => execute(() => ask('DELETE /api/admin/addons/{id}', { path: { id: addon.id } }), partsTexts.deleted(nameOf(addon))),
  });
