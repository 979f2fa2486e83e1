import { useLocation } from 'preact-iso/router';
import { NotFound } from '../../../frame/not-found.tsx';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { Answer } from '../../../parts/panel/panel.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { useLack } from '../../../server/session.ts';
import { Deliveries } from './deliveries.tsx';
import { nameOfAddon } from './addon-form.ts';
import { WebhookForm } from './webhook-form.tsx';
import * as listStyles from '../../../parts/mark/list.module.css';
import * as panelStyles from '../../../parts/panel/panel.module.css';

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
              <section class={panelStyles.panel} aria-label="Provider">
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
              </section>
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
