import { openLayer } from '../parts/layer/layers.tsx';
import { showError } from '../parts/layer/toast.tsx';
import { Ago } from '../parts/mark/age.tsx';
import { Button } from '../parts/mark/button.tsx';
import { Answer } from '../parts/panel/panel.tsx';
import { askAgain, useAnswer, type Notification, type NotificationChannels, ask } from '../server/ask.ts';
import { changeRequestHref, featureHref } from './address.ts';
import * as listStyles from '../parts/mark/list.module.css';
import * as panelStyles from '../parts/panel/panel.module.css';
import * as tagStyles from '../parts/mark/tag.module.css';

const list = 'GET /api/admin/user/notifications';

/** Opens the list of notifications. */
export const showNotifications = (): void =>
  openLayer({ title: 'Notifications', isSheet: true, draw: (close) => <Notifications close={close} /> });

/** Each line links to its object, and is read once the user follows the link. */
function Notifications({ close }: { readonly close: () => void }) {
  const of = useAnswer(list, { query: {} });
  return (
    <Answer of={of}>
      {({ unread, notifications }) => (
        <>
          {notifications.length === 0 && <p class="dim">Changes of features that you watch, and of your change requests, appear here.</p>}
          <ul class={listStyles.plain}>
            {notifications.map((notification) => (
              <li key={notification.id}>
                <a class={listStyles.cut} href={hrefTo(notification)} onClick={() => (close(), void markRead([notification]))}>
                  {notification.text}
                </a>
                {!notification.isRead && <span class={tagStyles.caution}>new</span>}
                <small>
                  {notification.project} · <Ago at={notification.createdAt} />
                </small>
              </li>
            ))}
          </ul>
          <footer>
            <Button look="link" press={chooseChannels} text="Choose what you receive" />
            {unread > 0 && <Button press={() => void markRead(notifications)} text="Mark all read" />}
          </footer>
        </>
      )}
    </Answer>
  );
}

const kinds = {
  watched: 'Changes of features that you watch',
  safeguard: 'Safeguards that were triggered there',
  request: 'Decisions on your change requests',
  approval: 'Change requests to approve',
  schedule: 'Outcomes of your schedules',
} as const;

const channelsPath = '/api/admin/user/notifications/channels';

const chooseChannels = (): void => openLayer({ title: 'What you receive', isSheet: true, draw: () => <Channels /> });

/** Channels of each kind of notification. The fields of forms are in a script that most pages load later. */
function Channels() {
  const of = useAnswer(`GET ${channelsPath}`, {});
  async function choose(body: NotificationChannels) {
    await ask(`PUT ${channelsPath}`, { body }).catch(({ message }: Error) => showError(message));
    await askAgain(`GET ${channelsPath}`);
  }
  return (
    <Answer of={of}>
      {({ channels, hasMailServer }) => (
        <>
          {channels.map((each) => (
            <fieldset key={each.kind} class={panelStyles.acts}>
              <legend>{kinds[each.kind]}</legend>
              {(hasMailServer ? (['app', 'mail'] as const) : (['app'] as const)).map((channel) => (
                <label key={channel} class={panelStyles.line}>
                  <input
                    type="checkbox"
                    checked={each[channel]}
                    onChange={({ currentTarget }) => void choose({ ...each, [channel]: currentTarget.checked })}
                  />
                  {channel === 'app' ? 'Under the bell' : 'Mail'}
                </label>
              ))}
            </fieldset>
          ))}
          <p class="dim">Administrators send changes to Slack and Teams channels with an integration.</p>
        </>
      )}
    </Answer>
  );
}

const hrefTo = ({ project, featureName, changeRequest }: Notification): string =>
  changeRequest === null ? featureHref(project, featureName ?? '') : changeRequestHref(project, changeRequest);

async function markRead(notifications: readonly Notification[]): Promise<void> {
  const ids = notifications.flatMap(({ id, isRead }) => (isRead ? [] : id));
  await ask('PUT /api/admin/user/notifications/read', { body: { ids } }).catch(({ message }: Error) => showError(message));
  await askAgain(list);
}
