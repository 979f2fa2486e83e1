import { carryOut } from '../../parts/attempt.ts';
import { confirm } from '../../parts/confirm.tsx';
import { ActionButton } from '../../parts/data-table.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Answer } from '../../parts/panel.tsx';
import { askForPersonalToken } from '../../parts/personal-token.tsx';
import { PersonalTokenTable } from '../../parts/personal-token-table.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { SessionTable } from '../../parts/session-table.tsx';
import { ValueForm } from '../../parts/value-form.tsx';
import { logOut } from '../../frame/log-out.ts';
import { chooseSingleKeys, hasSingleKeys } from '../../frame/single-keys.ts';
import { chooseTheme, type Theme, theme, themes } from '../../frame/theme.ts';
import { useAnswer } from '../../server/answer.ts';
import { ask, isLoggedOut } from '../../server/request.ts';
import { calledOf, useSession } from '../../server/session.ts';
import { words } from '../../base/words.ts';
import { PasswordStrength } from '../log-in/password-strength.tsx';
import { Factors } from './factors.tsx';

/** Who one is, by what one comes in, and where one is logged in. */
export function Profile() {
  const { user } = useSession();
  if (user === undefined) return null;
  return (
    <>
      <PageHead title={calledOf(user)} about={[user.username, user.email].filter(Boolean).join(' · ')} />
      <Rights />
      <Appearance />
      <Keyboard />
      <Password />
      <Factors />
      <Tokens />
      <OwnSessions />
    </>
  );
}

function Rights() {
  const profile = useAnswer('GET /api/admin/user/profile', {});
  return (
    <section class="panel" aria-label={words.profile.rights}>
      <header>
        <h2>{words.profile.rights}</h2>
        <span class="end">
          <ActionButton of={words.profile.here} action={{ title: words.frame.logOut, act: () => void logOut() }} />
        </span>
      </header>
      <Answer of={profile}>
        {({ rootRole, projects, groups }) => (
          <dl class="body facts">
            <dt>{words.users.role}</dt>
            <dd>{rootRole?.name ?? words.groups.noRole}</dd>
            <dt>{words.groups.projects}</dt>
            <dd>{projects.join(', ') || words.profile.noProjects}</dd>
            <dt>{words.profile.groups}</dt>
            <dd>{groups.join(', ') || words.profile.noGroups}</dd>
          </dl>
        )}
      </Answer>
    </section>
  );
}

function Appearance() {
  return (
    <section class="panel" aria-label={words.profile.appearance}>
      <header>
        <h2>{words.profile.appearance}</h2>
      </header>
      <div class="body">
        <SelectField
          label={words.profile.theme}
          value={theme.value}
          choices={themes.map((value) => ({ value, title: words.profile.themes[value] }))}
          change={(value) => chooseTheme(value as Theme)}
        />
      </div>
    </section>
  );
}

function Keyboard() {
  return (
    <section class="panel" aria-label={words.keyboard.title}>
      <header>
        <h2>{words.keyboard.title}</h2>
      </header>
      <div class="body">
        <label class="check">
          <input type="checkbox" checked={hasSingleKeys.value} onChange={(event) => chooseSingleKeys(event.currentTarget.checked)} />
          <span>
            {words.keyboard.singleKeys}
            <small>{words.keyboard.singleKeysAbout}</small>
          </span>
        </label>
      </div>
    </section>
  );
}

function Password() {
  const profile = useAnswer('GET /api/admin/user/profile', {});
  if (profile.data?.canChangePassword === false) return null;
  return (
    <section class="panel" aria-label={words.logIn.password}>
      <header>
        <h2>{words.logIn.password}</h2>
      </header>
      <div class="body">
        <ValueForm
          submitTitle={words.profile.changePassword}
          initial={{ oldPassword: '', password: '' }}
          entries={{
            oldPassword: { kind: 'secret', label: words.profile.oldPassword, autocomplete: 'current-password', isRequired: true },
            password: { kind: 'secret', label: words.password.chosen, autocomplete: 'new-password', isRequired: true },
          }}
          beside={({ password }) => <PasswordStrength password={password} />}
          submit={async ({ oldPassword, password }) => {
            await ask('POST /api/admin/user/change-password', { body: { oldPassword, password, confirmPassword: password } });
            isLoggedOut.value = true;
          }}
        />
      </div>
    </section>
  );
}

function Tokens() {
  const tokens = useAnswer('GET /api/admin/user/tokens', {});
  return (
    <PersonalTokenTable
      of={tokens}
      revoke={(id) => ask('DELETE /api/admin/user/tokens/{id}', { path: { id } })}
      main={{
        title: words.personalTokens.create,
        act: () => askForPersonalToken((body) => ask('POST /api/admin/user/tokens', { body })),
      }}
    />
  );
}

function OwnSessions() {
  const sessions = useAnswer('GET /api/admin/user/sessions', {});
  return (
    <SessionTable
      of={sessions}
      actions={({ id, browser }) => [
        {
          title: words.sessions.end,
          isDestructive: true,
          act: () =>
            confirm({
              title: words.sessions.endWhich(browser || words.sessions.unknown),
              about: words.sessions.endAbout,
              submitTitle: words.sessions.end,
              act: () =>
                carryOut(() => ask('DELETE /api/admin/user/sessions/{sessionId}', { path: { sessionId: id } }), words.sessions.ended),
            }),
        },
      ]}
    />
  );
}
