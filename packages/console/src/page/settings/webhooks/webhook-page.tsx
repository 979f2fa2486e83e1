import { choiceOf } from '../../../parts/form/fields.ts';
import { useLocation } from 'preact-iso/router';
import { NotFound } from '../../../frame/not-found.tsx';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { Answer, Panel, PlainPanel } from '../../../parts/panel/panel.tsx';
import { useAnswer, type Addon, type AddonInput, type Provider, ask, type AnswerOf } from '../../../server/ask.ts';
import { entriesOf, inputOf, nameOfAddon, readableBody, type Scope, valuesOf } from './addon-form.ts';
import { execute, attempt } from '../../../parts/layer/attempt.ts';
import { ValueForm } from '../../../parts/form/value-form.tsx';
import { useDebounced } from '../../../parts/use-debounced.ts';
import * as listStyles from '../../../parts/mark/list.module.css';
import * as noteStyles from '../../../parts/mark/note.module.css';
import * as shownOnceStyles from '../../../parts/layer/shown-once.module.css';
import { useSignal } from '@preact/signals';
import { Age } from '../../../parts/mark/age.tsx';
import { ListPanel, NameCell } from '../../../parts/panel/list-panel.tsx';
import { useLack } from '../../../server/session.ts';
import * as tagStyles from '../../../parts/mark/tag.module.css';

/** A new webhook: first its provider, which is part of the address, then its form. */
export function NewWebhook() {
  const { query } = useLocation();
  const addons = useAnswer('GET /api/admin/addons', {});
  return (
    <Answer of={addons}>
      {({ providers }) => {
        const provider = providers.find(({ name }) => name === query['provider']);
        return (
          <>
            <PageHead title="New webhook" {...(provider?.howTo && { about: provider.howTo })} />
            {provider ? (
              <WebhookForm
                key={provider.name}
                provider={provider}
                addon={null}
                scope={{ project: query['project'], feature: query['feature'] }}
              />
            ) : (
              <PlainPanel label="Provider">
                <ul class={listStyles.plain}>
                  {providers
                    .filter(({ deprecated }) => !deprecated)
                    .map(({ name, displayName, description }) => (
                      <li key={name}>
                        <a href={`/settings/webhooks/new?provider=${encodeURIComponent(name)}`}>{displayName}</a>
                        <small>{description}</small>
                      </li>
                    ))}
                </ul>
              </PlainPanel>
            )}
          </>
        );
      }}
    </Answer>
  );
}

/** Subtitle of the list, and of a webhook. */
export const webhooksAbout = 'Send events to a chat, a monitoring system or your own endpoint.';

/** The settings of a webhook, a test of its receiver, and its log. */
export function WebhookPage({ id }: { readonly id: number }) {
  const addons = useAnswer('GET /api/admin/addons', {});
  const lack = useLack();
  return (
    <Answer of={addons}>
      {({ addons: all, providers }) => {
        const addon = all.find((each) => each.id === id);
        const provider = providers.find(({ name }) => name === addon?.provider);
        if (!addon || !provider) return <NotFound />;
        return (
          <>
            <PageHead title={nameOfAddon(addon)} about={webhooksAbout} />
            {lack('ADMIN') === undefined && <Deliveries addon={addon} />}
            {lack('UPDATE_ADDON') === undefined && <WebhookForm provider={provider} addon={addon} />}
          </>
        );
      }}
    </Answer>
  );
}

interface WebhookFormProps {
  readonly provider: Provider;
  /** Null for a new one. */
  readonly addon: Addon | null;
  readonly scope?: Scope;
}

/** The receiver, its events and their scope. A new webhook opens its page once it is saved. */
function WebhookForm({ provider, addon, scope }: WebhookFormProps) {
  const { route } = useLocation();
  const { data: projects } = useAnswer('GET /api/admin/projects', {});
  const { data: environments } = useAnswer('GET /api/admin/environments', {});
  const save = async (values: ReturnType<typeof valuesOf>) => {
    const body = inputOf(provider, values);
    const saved = `Saved ${body.description || provider.displayName}.`;
    if (addon) return execute(() => ask('PUT /api/admin/addons/{id}', { path: { id: addon.id }, body }), saved);
    await execute(async () => {
      const { id } = await ask('POST /api/admin/addons', { body });
      route(`/settings/webhooks/${id}`);
    }, saved);
  };
  if (!projects || !environments) return null;
  const known = {
    projects: projects.projects.map(({ id, name }) => ({ value: id, title: name })),
    environments: environments.environments.map(({ name }) => choiceOf(name)),
  };
  return (
    <Panel title={provider.displayName}>
      <ValueForm
        submitTitle={addon ? 'Save webhook' : 'New webhook'}
        initial={valuesOf(provider, addon, scope)}
        entries={entriesOf(provider, addon, known)}
        submit={save}
        beside={(values) => <AddonPreview provider={provider} parameters={inputOf(provider, values).parameters} />}
      />
    </Panel>
  );
}

const quietMs = 200;

interface AddonPreviewProps {
  readonly provider: Provider;
  readonly parameters: AddonInput['parameters'];
}

/** Request bodies for an example event, with the values being typed. */
function AddonPreview({ provider: { name, parameters: known }, parameters }: AddonPreviewProps) {
  const secret = new Set(known.filter(({ sensitive }) => sensitive).map((parameter) => parameter.name));
  const visible = JSON.stringify(Object.fromEntries(Object.entries(parameters).filter(([parameter]) => !secret.has(parameter))));
  const body = { provider: name, parameters: JSON.parse(useDebounced(visible, quietMs)) as AddonInput['parameters'] };
  const { data, error } = useAnswer('POST /api/admin/addons/preview', { body }, { keepsLast: true });
  return (
    <figure class={shownOnceStyles.copy} aria-label="Preview for an example event">
      <figcaption>Preview for an example event</figcaption>
      {error && <p class={noteStyles.stop}>{error.message}</p>}
      {data?.bodies.length === 0 && <p class="dim">Nothing is sent for this event: it has no channel.</p>}
      {data?.bodies.map((text, index) => (
        <pre key={index} tabIndex={0} role="group" aria-label={`Request ${index + 1}`}>
          {readableBody(text)}
        </pre>
      ))}
    </figure>
  );
}

type Delivery = AnswerOf<'GET /api/admin/addons/{id}/events'>['integrationEvents'][number];

const shown = 20;
/** While a delivery is pending. */
const pollMs = 2000;
const looks = { waiting: tagStyles.tag, success: tagStyles.clear, failed: tagStyles.stop } as const satisfies Readonly<
  Record<Delivery['state'], string | undefined>
>;

const states = { waiting: 'pending', success: 'delivered', failed: 'failed' };

/** The latest deliveries of a receiver: sent, pending and failed. Follows pending ones. */
function Deliveries({ addon: { id, enabled } }: { readonly addon: Addon }) {
  const isWaiting = useSignal(false);
  const request = { path: { id }, query: { limit: shown } };
  const deliveries = useAnswer('GET /api/admin/addons/{id}/events', request, isWaiting.value ? { everyMs: pollMs } : {});
  isWaiting.value = deliveries.data?.integrationEvents.some(({ state }) => state === 'waiting') ?? false;
  const lack = useLack()('UPDATE_ADDON');
  return (
    <ListPanel
      title="Log"
      of={deliveries}
      rows={({ integrationEvents }) => integrationEvents}
      nameOf={({ event }) => `${event.type} ${event.id}`}
      none="No events sent yet"
      main={{
        title: 'Send a test',
        act: () => void sendTest(id),
        refused: lack ?? (enabled ? undefined : 'Enable the webhook first.'),
      }}
      columns={[
        {
          title: 'Event',
          cell: ({ event }) => (
            <NameCell name={event.type} about={[event.project, event.environment, event.featureName].filter(Boolean).join(' · ')} />
          ),
        },
        { title: 'State', cell: ({ state }) => <span class={looks[state]}>{states[state]}</span> },
        { title: 'Response', cell: ({ stateDetails }) => stateDetails },
        { title: 'Attempts', cell: ({ details }) => details.attempts },
        { title: 'Time', cell: ({ createdAt }) => <Age at={createdAt} /> },
      ]}
      actions={({ event }) => [
        {
          title: 'Resend',
          refused: lack,
          act: () =>
            void attempt(
              () => ask('POST /api/admin/addons/{id}/events/{eventId}/replay', { path: { id, eventId: event.id } }),
              'Resending, ahead of later events.',
            ),
        },
      ]}
    />
  );
}

const sendTest = (id: number): Promise<void> =>
  attempt(() => ask('POST /api/admin/addons/{id}/test', { path: { id } }), 'Test sent. The log shows the response.');
