import { attempt } from '../../../parts/layer/attempt.ts';
import { Day } from '../../../parts/mark/age.tsx';
import { ListPage } from '../../../parts/panel/list-panel.tsx';
import { showOnce } from '../../../parts/layer/shown-once.tsx';
import { openForm } from '../../../parts/form/value-form.tsx';
import { askAgain, useAnswer, ask } from '../../../server/ask.ts';
import { endOfDay, inDays } from '../../../base/format.ts';
import * as tagStyles from '../../../parts/mark/tag.module.css';

const defaultDays = 7;

export function SignUpLinks() {
  const links = useAnswer('GET /api/admin/invite-link/tokens', {});
  return (
    <ListPage
      title="Sign-up links"
      about="Anyone with a link can create an account as a viewer until the link expires or is closed."
      main={{ title: 'New link', act: askForLink }}
      of={links}
      rows={({ tokens }) => tokens}
      none="No sign-up links yet"
      columns={[
        { title: 'Name', cell: ({ name }) => name },
        { title: 'Role', cell: ({ role }) => role.name },
        { title: 'Joined', cell: ({ users }) => users.length },
        { title: 'Expires', cell: ({ expiresAt }) => <Day at={expiresAt} /> },
        {
          title: 'State',
          cell: ({ enabled }) => <span class={enabled ? tagStyles.clear : tagStyles.tag}>{enabled ? 'open' : 'closed'}</span>,
        },
      ]}
      actions={({ secret, enabled, name }) => [
        {
          title: enabled ? 'Close' : 'Open',
          act: () =>
            void attempt(
              () => ask('PUT /api/admin/invite-link/tokens/{token}', { path: { token: secret }, body: { enabled: !enabled } }),
              enabled ? `Closed ${name}.` : `Opened ${name}.`,
            ),
        },
      ]}
    />
  );
}

const askForLink = (): void =>
  openForm({
    title: 'New link',
    initial: { name: '', expiresAt: inDays(defaultDays) },
    entries: {
      name: { kind: 'text', label: 'Name', isRequired: true },
      expiresAt: { kind: 'date', label: 'Expires', isRequired: true },
    },
    submit: async ({ name, expiresAt }) => {
      const link = await ask('POST /api/admin/invite-link/tokens', { body: { name, expiresAt: endOfDay(expiresAt) } });
      showOnce({ title: `Link ${name}`, parts: [{ label: 'Link', text: link.url ?? '' }] });
      await askAgain();
    },
  });
