import { attempt } from '../../../parts/layer/attempt.ts';
import { Day } from '../../../parts/mark/age.tsx';
import { ListPanel } from '../../../parts/panel/list-panel.tsx';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { showOnce } from '../../../parts/layer/shown-once.tsx';
import { openForm } from '../../../parts/form/value-form.tsx';
import { askAgain, useAnswer } from '../../../server/answer.ts';
import { ask } from '../../../server/request.ts';
import { endOfDay, inDays } from '../../../base/time.ts';
import { frameTexts } from '../../../frame/texts.ts';
import { usersTexts } from './texts.ts';
import * as tagStyles from '../../../parts/mark/tag.module.css';

const defaultDays = 7;

export function SignUpLinks() {
  const links = useAnswer('GET /api/admin/invite-link/tokens', {});
  return (
    <>
      <PageHead
        title={frameTexts.settings.sections['sign-up'].title}
        about={usersTexts.signUpLinks.about}
        main={{ title: usersTexts.signUpLinks.create, act: askForLink }}
      />
      <ListPanel
        label={frameTexts.settings.sections['sign-up'].title}
        of={links}
        rows={({ tokens }) => tokens}
        nameOf={({ name }) => name}
        none={usersTexts.signUpLinks.none}
        columns={[
          { title: usersTexts.signUpLinks.name, cell: ({ name }) => name },
          { title: usersTexts.signUpLinks.role, cell: ({ role }) => role.name },
          { title: usersTexts.signUpLinks.joined, cell: ({ users }) => users.length },
          { title: usersTexts.signUpLinks.expires, cell: ({ expiresAt }) => <Day at={expiresAt} /> },
          {
            title: usersTexts.signUpLinks.state,
            cell: ({ enabled }) => (
              <span class={enabled ? tagStyles.clear : tagStyles.tag}>
                {enabled ? usersTexts.signUpLinks.open : usersTexts.signUpLinks.shut}
              </span>
            ),
          },
        ]}
        actions={({ secret, enabled, name }) => [
          {
            title: enabled ? usersTexts.signUpLinks.shutIt : usersTexts.signUpLinks.openIt,
            act: () =>
              void attempt(
                () => ask('PUT /api/admin/invite-link/tokens/{token}', { path: { token: secret }, body: { enabled: !enabled } }),
                enabled ? usersTexts.signUpLinks.wasShut(name) : usersTexts.signUpLinks.wasOpened(name),
              ),
          },
        ]}
      />
    </>
  );
}

const askForLink = (): void =>
  openForm({
    title: usersTexts.signUpLinks.create,
    submitTitle: usersTexts.signUpLinks.create,
    initial: { name: '', expiresAt: inDays(defaultDays) },
    entries: {
      name: { kind: 'text', label: usersTexts.signUpLinks.name, isRequired: true },
      expiresAt: { kind: 'date', label: usersTexts.signUpLinks.expires, isRequired: true },
    },
    submit: async ({ name, expiresAt }) => {
      const link = await ask('POST /api/admin/invite-link/tokens', { body: { name, expiresAt: endOfDay(expiresAt) } });
      showOnce({ title: usersTexts.signUpLinks.made(name), parts: [{ label: usersTexts.link, text: link.url ?? '' }] });
      await askAgain();
    },
  });
