import { Age } from '../../parts/mark/age.tsx';
import { attempt } from '../../parts/layer/attempt.ts';
import { confirm } from '../../parts/form/confirm.tsx';
import { ActionButton } from '../../parts/list/data-table.tsx';
import { lazyPage } from '../../parts/lazy-page.ts';
import { ListPanel } from '../../parts/panel/list-panel.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { Answer, Panel } from '../../parts/panel/panel.tsx';
import { askForPersonalToken } from '../../parts/account/personal-token.tsx';
import { PersonalTokenTable } from '../../parts/account/personal-token-table.tsx';
import { browserName, SessionTable } from '../../parts/account/session-table.tsx';
import { ValueForm } from '../../parts/form/value-form.tsx';
import { hrefOf } from '../../frame/address.ts';
import { logOut } from '../../frame/log-out.ts';
import { chooseSingleKeys, hasSingleKeys } from '../../parts/single-keys.ts';
import { useAnswer, ask, isLoggedOut } from '../../server/ask.ts';
import { calledOf, useSession } from '../../server/session.ts';
import { PasswordStrength } from '../log-in/password-strength.tsx';
import { Factors } from './factors.tsx';
import { FlagField } from '../../parts/form/flag-field.tsx';
import * as panelStyles from '../../parts/panel/panel.module.css';
import { KeyLink } from '../../parts/mark/key-link.tsx';

const Agents = lazyPage(() => import('./agents.tsx').then((page) => page.Agents));

/** Profile of the user: roles, second factors, sessions, tokens, agents and preferences. */
export function Profile() {
  const { user } = useSession();
  if (user === undefined) return null;
  return (
    <>
      <PageHead title={calledOf(user)} part="Profile" about={[user.username, user.email].filter(Boolean).join(' · ')} />
      <Rights />
      <Keyboard />
      <Password />
      <Factors />
      <Watches />
      <Tokens />
      <Agents />
      <OwnSessions />
    </>
  );
}

function Rights() {
  const profile = useAnswer('GET /api/admin/user/profile', {});
  return (
    <Panel title="Your roles" end={<ActionButton of="this browser" action={{ title: 'Log out', act: () => void logOut() }} />}>
      <Answer of={profile}>
        {({ rootRole, projects, groups }) => (
          <dl class={panelStyles.facts}>
            <dt>Root role</dt>
            <dd>{rootRole?.name ?? 'none'}</dd>
            <dt>Projects</dt>
            <dd>{projects.join(', ') || 'none'}</dd>
            <dt>Groups</dt>
            <dd>{groups.join(', ') || 'none'}</dd>
          </dl>
        )}
      </Answer>
    </Panel>
  );
}

function Keyboard() {
  return (
    <Panel title="Keyboard">
      <div class={panelStyles.body}>
        <FlagField
          entry={{ label: 'Single-key shortcuts', hint: 'Such as Z to undo. Turn them off if you use speech input. Ctrl K always works.' }}
          isOn={hasSingleKeys.value}
          change={chooseSingleKeys}
        />
      </div>
    </Panel>
  );
}

function Password() {
  const profile = useAnswer('GET /api/admin/user/profile', {});
  if (profile.data?.canChangePassword === false) return null;
  return (
    <Panel title="Password">
      <ValueForm
        submitTitle="Change password"
        initial={{ oldPassword: '', password: '' }}
        entries={{
          oldPassword: { kind: 'secret', label: 'Current password', autocomplete: 'current-password', isRequired: true },
          password: { kind: 'secret', label: 'New password', autocomplete: 'new-password', isRequired: true },
        }}
        beside={({ password }) => <PasswordStrength password={password} />}
        submit={async ({ oldPassword, password }) => {
          await ask('POST /api/admin/user/change-password', { body: { oldPassword, password, confirmPassword: password } });
          isLoggedOut.value = true;
        }}
      />
    </Panel>
  );
}

function Watches() {
  const watches = useAnswer('GET /api/admin/user/watches', {});
  return (
    <ListPanel
      title="Watched features"
      of={watches}
      rows={({ watches }) => watches}
      nameOf={({ featureName }) => featureName}
      none="You watch no feature. Choose Watch on a feature to be notified when it changes."
      columns={[
        {
          title: 'Feature',
          cell: ({ featureName }) => (
            <KeyLink href={`${hrefOf(null, 'features')}?q=${encodeURIComponent(featureName)}`} text={featureName} />
          ),
        },
        { title: 'Reason', cell: ({ asOwner }) => (asOwner ? 'Owner' : 'Your choice') },
        { title: 'Since', cell: ({ createdAt }) => <Age at={createdAt} /> },
      ]}
      actions={({ featureName }) => [
        {
          title: 'Stop watching',
          act: () =>
            void attempt(
              () => ask('DELETE /api/admin/user/watches/{featureName}', { path: { featureName } }),
              `You no longer watch ${featureName}.`,
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
        title: 'New token',
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
          title: 'Log out',
          act: () =>
            confirm({
              title: `Log out ${browserName(browser)}?`,
              about: 'You need to log in again there.',
              submitTitle: 'Log out',
              act: () => ask('DELETE /api/admin/user/sessions/{sessionId}', { path: { sessionId: id } }),
              done: 'Session ended.',
            }),
        },
      ]}
    />
  );
}
