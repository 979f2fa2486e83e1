import { Age } from '../../parts/mark/age.tsx';
import { attempt, execute } from '../../parts/layer/attempt.ts';
import { confirm } from '../../parts/layer/confirm.tsx';
import { ActionButton } from '../../parts/list/data-table.tsx';
import { ListPanel } from '../../parts/panel/list-panel.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { Answer } from '../../parts/panel/panel.tsx';
import { askForPersonalToken } from '../../parts/account/personal-token.tsx';
import { PersonalTokenTable } from '../../parts/account/personal-token-table.tsx';
import { SelectField } from '../../parts/form/select-field.tsx';
import { SessionTable } from '../../parts/account/session-table.tsx';
import { ValueForm } from '../../parts/form/value-form.tsx';
import { hrefOf } from '../../frame/address.ts';
import { logOut } from '../../frame/log-out.ts';
import { chooseSingleKeys, hasSingleKeys } from '../../frame/single-keys.ts';
import { chooseTheme, type Theme, theme, themes } from '../../frame/theme.ts';
import { useAnswer } from '../../server/answer.ts';
import { ask, isLoggedOut } from '../../server/request.ts';
import { calledOf, useSession } from '../../server/session.ts';
import { frameTexts } from '../../frame/texts.ts';
import { pageTexts } from '../texts.ts';
import { profileTexts } from './texts.ts';
import { partsTexts } from '../../parts/texts.ts';
import { PasswordStrength } from '../log-in/password-strength.tsx';
import { Factors } from './factors.tsx';
import * as fieldStyles from '../../parts/form/field.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';

/** Profile of the user: roles, second factors, sessions, tokens and preferences. */
export function Profile() {
  const { user } = useSession();
  if (user === undefined) return null;
  return (
    <>
      <PageHead title={calledOf(user)} part={frameTexts.frame.profile} about={[user.username, user.email].filter(Boolean).join(' · ')} />
      <Rights />
      <Appearance />
      <Keyboard />
      <Password />
      <Factors />
      <Watches />
      <Tokens />
      <OwnSessions />
    </>
  );
}

function Rights() {
  const profile = useAnswer('GET /api/admin/user/profile', {});
  return (
    <section class={panelStyles.panel} aria-label={profileTexts.rights}>
      <header>
        <h2>{profileTexts.rights}</h2>
        <span class={panelStyles.end}>
          <ActionButton of={profileTexts.here} action={{ title: frameTexts.frame.logOut, act: () => void logOut() }} />
        </span>
      </header>
      <Answer of={profile}>
        {({ rootRole, projects, groups }) => (
          <dl class={`${panelStyles.body} ${panelStyles.facts}`}>
            <dt>{pageTexts.users.role}</dt>
            <dd>{rootRole?.name ?? pageTexts.groups.noRole}</dd>
            <dt>{pageTexts.groups.projects}</dt>
            <dd>{projects.join(', ') || profileTexts.noProjects}</dd>
            <dt>{profileTexts.groups}</dt>
            <dd>{groups.join(', ') || profileTexts.noGroups}</dd>
          </dl>
        )}
      </Answer>
    </section>
  );
}

function Appearance() {
  return (
    <section class={panelStyles.panel} aria-label={profileTexts.appearance}>
      <header>
        <h2>{profileTexts.appearance}</h2>
      </header>
      <div class={panelStyles.body}>
        <SelectField
          label={profileTexts.theme}
          value={theme.value}
          choices={themes.map((value) => ({ value, title: profileTexts.themes[value] }))}
          change={(value) => chooseTheme(value as Theme)}
        />
      </div>
    </section>
  );
}

function Keyboard() {
  return (
    <section class={panelStyles.panel} aria-label={profileTexts.keyboard.title}>
      <header>
        <h2>{profileTexts.keyboard.title}</h2>
      </header>
      <div class={panelStyles.body}>
        <label class={fieldStyles.check}>
          <input type="checkbox" checked={hasSingleKeys.value} onChange={(event) => chooseSingleKeys(event.currentTarget.checked)} />
          <span>
            {profileTexts.keyboard.singleKeys}
            <small>{profileTexts.keyboard.singleKeysAbout}</small>
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
    <section class={panelStyles.panel} aria-label={frameTexts.logIn.password}>
      <header>
        <h2>{frameTexts.logIn.password}</h2>
      </header>
      <div class={panelStyles.body}>
        <ValueForm
          submitTitle={profileTexts.changePassword}
          initial={{ oldPassword: '', password: '' }}
          entries={{
            oldPassword: { kind: 'secret', label: profileTexts.oldPassword, autocomplete: 'current-password', isRequired: true },
            password: { kind: 'secret', label: partsTexts.password.chosen, autocomplete: 'new-password', isRequired: true },
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

function Watches() {
  const watches = useAnswer('GET /api/admin/user/watches', {});
  return (
    <ListPanel
      label={profileTexts.watches.title}
      isOneOfSeveral
      of={watches}
      rows={({ watches }) => watches}
      nameOf={({ featureName }) => featureName}
      none={profileTexts.watches.none}
      columns={[
        {
          title: partsTexts.feature.feature,
          cell: ({ featureName }) => (
            <a class="mono" href={`${hrefOf(null, 'features')}?q=${encodeURIComponent(featureName)}`}>
              {featureName}
            </a>
          ),
        },
        { title: profileTexts.watches.reason, cell: ({ asOwner }) => profileTexts.watches[asOwner ? 'asOwner' : 'chosen'] },
        { title: profileTexts.watches.since, cell: ({ createdAt }) => <Age at={createdAt} /> },
      ]}
      actions={({ featureName }) => [
        {
          title: profileTexts.watches.stop,
          act: () =>
            void attempt(
              () => ask('DELETE /api/admin/user/watches/{featureName}', { path: { featureName } }),
              profileTexts.watches.stopped(featureName),
            ),
        },
      ]}
    />
  );
}

function Tokens() {
  const tokens = useAnswer('GET /api/admin/user/tokens', {});
  return (
    <PersonalTokenTable
      of={tokens}
      revoke={(id) => ask('DELETE /api/admin/user/tokens/{id}', { path: { id } })}
      main={{
        title: partsTexts.personalTokens.create,
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
          title: profileTexts.sessions.end,
          act: () =>
            confirm({
              title: profileTexts.sessions.endWhich(browser || partsTexts.sessions.unknown),
              about: profileTexts.sessions.endAbout,
              submitTitle: profileTexts.sessions.end,
              act: () =>
                execute(() => ask('DELETE /api/admin/user/sessions/{sessionId}', { path: { sessionId: id } }), profileTexts.sessions.ended),
            }),
        },
      ]}
    />
  );
}
