import { useLocation } from 'preact-iso/router';
import { attempt, execute } from '../../../parts/layer/attempt.ts';
import { confirm } from '../../../parts/layer/confirm.tsx';
import { ActionButton } from '../../../parts/list/data-table.tsx';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { Answer } from '../../../parts/panel/panel.tsx';
import { PersonalTokenTable } from '../../../parts/account/personal-token-table.tsx';
import { SessionTable } from '../../../parts/account/session-table.tsx';
import { showOnce } from '../../../parts/layer/shown-once.tsx';
import { ValueForm } from '../../../parts/form/value-form.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { calledOf } from '../../../server/session.ts';
import { pageTexts } from '../../texts.ts';
import { usersTexts } from './texts.ts';
import { partsTexts } from '../../../parts/texts.ts';
import { choicesOf } from '../../../parts/account/role-choices.ts';
import * as panelStyles from '../../../parts/panel/panel.module.css';

type User = AnswerOf<'GET /api/admin/user-admin/{id}'>;

/** A user: details, sessions, personal tokens, and actions that remove access. */
export function UserPage({ id }: { readonly id: number }) {
  const user = useAnswer('GET /api/admin/user-admin/{id}', { path: { id } });
  return (
    <Answer of={user}>
      {(found) => (
        <>
          <PageHead title={calledOf(found)} about={[found.username, found.email].filter(Boolean).join(' · ')} />
          <Details key={found.id} user={found} />
          <Sessions user={found} />
          <Tokens user={found} />
          <Access user={found} />
        </>
      )}
    </Answer>
  );
}

function Details({ user }: { readonly user: User }) {
  const roles = useAnswer('GET /api/admin/user-admin', {});
  return (
    <section class={panelStyles.panel} aria-label={usersTexts.details}>
      <header>
        <h2>{usersTexts.details}</h2>
      </header>
      <Answer of={roles}>
        {({ rootRoles }) => (
          <div class={panelStyles.body}>
            <ValueForm
              submitTitle={usersTexts.save}
              initial={{ name: user.name ?? '', email: user.email ?? '', rootRole: String(user.rootRole) }}
              entries={{
                name: { kind: 'text', label: usersTexts.fullName },
                email: { kind: 'email', label: usersTexts.email },
                rootRole: { kind: 'choice', label: pageTexts.users.role, choices: choicesOf(rootRoles), hint: usersTexts.roleHint },
              }}
              submit={({ name, email, rootRole }) =>
                execute(
                  () =>
                    ask('PUT /api/admin/user-admin/{id}', {
                      path: { id: user.id },
                      body: { name, rootRole: Number(rootRole), ...(email && { email }) },
                    }),
                  pageTexts.saved(calledOf(user)),
                )
              }
            />
          </div>
        )}
      </Answer>
    </section>
  );
}

function Sessions({ user }: { readonly user: User }) {
  const sessions = useAnswer('GET /api/admin/user-admin/{id}/sessions', { path: { id: user.id } });
  const end = () =>
    confirm({
      title: usersTexts.endSessions(calledOf(user)),
      about: usersTexts.endSessionsAbout,
      submitTitle: usersTexts.endAll,
      act: () => execute(() => ask('DELETE /api/admin/user-admin/{id}/sessions', { path: { id: user.id } }), usersTexts.sessionsEnded),
    });
  return <SessionTable of={sessions} main={{ title: usersTexts.endAll, act: end }} />;
}

function Tokens({ user: { id } }: { readonly user: User }) {
  const tokens = useAnswer('GET /api/admin/user-admin/{id}/tokens', { path: { id } });
  const revoke = (tokenId: number) => ask('DELETE /api/admin/user-admin/{id}/tokens/{tokenId}', { path: { id, tokenId } });
  return <PersonalTokenTable of={tokens} revoke={revoke} />;
}

function Access({ user }: { readonly user: User }) {
  const { route } = useLocation();
  const name = calledOf(user);
  const path = { id: user.id };
  const actions = [
    {
      title: usersTexts.resetPassword,
      act: () => void attempt(() => showResetLink(user)),
      refused: user.email === undefined ? usersTexts.needsEmail : undefined,
    },
    {
      title: usersTexts.removeFactors,
      act: () =>
        confirm({
          title: usersTexts.removeFactorsOf(name),
          about: usersTexts.removeFactorsAbout,
          submitTitle: usersTexts.removeFactors,
          act: () => execute(() => ask('DELETE /api/admin/user-admin/{id}/factors', { path }), usersTexts.factorsRemoved(name)),
        }),
    },
    {
      title: usersTexts.delete,
      act: () =>
        confirm({
          title: partsTexts.deleteWhat(name),
          about: usersTexts.deleteAbout,
          submitTitle: usersTexts.delete,
          act: async () => {
            await execute(() => ask('DELETE /api/admin/user-admin/{id}', { path }), partsTexts.deleted(name));
            route('/settings/users');
          },
        }),
    },
  ];
  return (
    <section class={panelStyles.panel} aria-label={usersTexts.access}>
      <header>
        <h2>{usersTexts.access}</h2>
      </header>
      <div class={panelStyles.acts}>
        {actions.map((action) => (
          <ActionButton key={action.title} action={action} of={name} />
        ))}
      </div>
    </section>
  );
}

async function showResetLink(user: User): Promise<void> {
  const { resetPasswordUrl } = await ask('POST /api/admin/user-admin/reset-password', { body: { id: user.email ?? '' } });
  showOnce({
    title: usersTexts.resetPassword,
    about: usersTexts.resetAbout,
    parts: [{ label: usersTexts.link, text: resetPasswordUrl }],
  });
}
