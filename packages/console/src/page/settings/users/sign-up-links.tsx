import { attempt } from '../../../parts/attempt.ts';
import { Day } from '../../../parts/age.tsx';
import { ListPanel } from '../../../parts/list-panel.tsx';
import { PageHead } from '../../../parts/page-head.tsx';
import { showOnce } from '../../../parts/shown-once.tsx';
import { openForm } from '../../../parts/value-form.tsx';
import { askAgain, useAnswer } from '../../../server/answer.ts';
import { ask } from '../../../server/request.ts';
import { endOfDay, inDays } from '../../../base/time.ts';
import { words } from '../../../base/words.ts';

const defaultDays = 7;

/** Links by which people join by themselves. */
export function SignUpLinks() {
  const links = useAnswer('GET /api/admin/invite-link/tokens', {});
  return (
    <>
      <PageHead
        title={words.settings.chapters['sign-up'].title}
        about={words.signUpLinks.about}
        main={{ title: words.signUpLinks.create, act: askForLink }}
      />
      <ListPanel
        label={words.settings.chapters['sign-up'].title}
        of={links}
        rows={({ tokens }) => tokens}
        nameOf={({ name }) => name}
        none={words.signUpLinks.none}
        columns={[
          { title: words.signUpLinks.name, cell: ({ name }) => name },
          { title: words.signUpLinks.role, cell: ({ role }) => role.name },
          { title: words.signUpLinks.joined, cell: ({ users }) => users.length },
          { title: words.signUpLinks.expires, cell: ({ expiresAt }) => <Day at={expiresAt} /> },
          {
            title: words.signUpLinks.state,
            cell: ({ enabled }) => (
              <span class={`tag ${enabled ? 'clear' : ''}`}>{enabled ? words.signUpLinks.open : words.signUpLinks.shut}</span>
            ),
          },
        ]}
        actions={({ secret, enabled, name }) => [
          {
            title: enabled ? words.signUpLinks.shutIt : words.signUpLinks.openIt,
            act: () =>
              void attempt(
                () => ask('PUT /api/admin/invite-link/tokens/{token}', { path: { token: secret }, body: { enabled: !enabled } }),
                enabled ? words.signUpLinks.wasShut(name) : words.signUpLinks.wasOpened(name),
              ),
          },
        ]}
      />
    </>
  );
}

const askForLink = (): void =>
  openForm({
    title: words.signUpLinks.create,
    submitTitle: words.signUpLinks.create,
    initial: { name: '', expiresAt: inDays(defaultDays) },
    entries: {
      name: { kind: 'text', label: words.signUpLinks.name, isRequired: true },
      expiresAt: { kind: 'date', label: words.signUpLinks.expires, isRequired: true },
    },
    submit: async ({ name, expiresAt }) => {
      const link = await ask('POST /api/admin/invite-link/tokens', { body: { name, expiresAt: endOfDay(expiresAt) } });
      showOnce({ title: words.signUpLinks.made(name), parts: [{ label: words.users.link, text: link.url ?? '' }] });
      await askAgain();
    },
  });
