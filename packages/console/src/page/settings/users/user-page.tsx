import { useLocation } from 'preact-iso';
import { attempt, carryOut } from '../../../parts/attempt.ts';
import { confirm } from '../../../parts/confirm.tsx';
import { ActionButton } from '../../../parts/data-table.tsx';
import { PageHead } from '../../../parts/page-head.tsx';
import { Answer } from '../../../parts/panel.tsx';
import { PersonalTokenTable } from '../../../parts/personal-token-table.tsx';
import { SessionTable } from '../../../parts/session-table.tsx';
import { showOnce } from '../../../parts/shown-once.tsx';
import { ValueForm } from '../../../parts/value-form.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { calledOf } from '../../../server/session.ts';
import { words } from '../../../base/words.ts';
import { choicesOf } from '../../../parts/role-choices.ts';

type User = AnswerOf<'GET /api/admin/user-admin/{id}'>;

/** One user: details, sessions, personal tokens, and the actions that take access away. */
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
    <section class="panel" aria-label={words.users.details}>
      <header>
        <h2>{words.users.details}</h2>
      </header>
      <Answer of={roles}>
        {({ rootRoles }) => (
          <div class="body">
            <ValueForm
              submitTitle={words.users.save}
              initial={{ name: user.name ?? '', email: user.email ?? '', rootRole: String(user.rootRole) }}
              entries={{
                name: { kind: 'text', label: words.users.fullName },
                email: { kind: 'email', label: words.users.email },
                rootRole: { kind: 'choice', label: words.users.role, choices: choicesOf(rootRoles), hint: words.users.roleHint },
              }}
              submit={({ name, email, rootRole }) =>
                carryOut(
                  () =>
                    ask('PUT /api/admin/user-admin/{id}', {
                      path: { id: user.id },
                      body: { name, rootRole: Number(rootRole), ...(email && { email }) },
                    }),
                  words.saved(calledOf(user)),
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
      title: words.users.endSessions(calledOf(user)),
      about: words.users.endSessionsAbout,
      submitTitle: words.users.endAll,
      act: () => carryOut(() => ask('DELETE /api/admin/user-admin/{id}/sessions', { path: { id: user.id } }), words.users.sessionsEnded),
    });
  return <SessionTable of={sessions} main={{ title: words.users.endAll, act: end }} />;
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
      title: words.users.resetPassword,
      act: () => void attempt(() => showResetLink(user)),
      refused: user.email === undefined ? words.users.needsEmail : undefined,
    },
    {
      title: words.users.removeFactors,
      isDestructive: true,
      act: () =>
        confirm({
          title: words.users.removeFactorsOf(name),
          about: words.users.removeFactorsAbout,
          submitTitle: words.users.removeFactors,
          act: () => carryOut(() => ask('DELETE /api/admin/user-admin/{id}/factors', { path }), words.users.factorsRemoved(name)),
        }),
    },
    {
      title: words.users.delete,
      isDestructive: true,
      act: () =>
        confirm({
          title: words.deleteWhat(name),
          about: words.users.deleteAbout,
          submitTitle: words.users.delete,
          act: async () => {
            await carryOut(() => ask('DELETE /api/admin/user-admin/{id}', { path }), words.deleted(name));
            route('/settings/users');
          },
        }),
    },
  ];
  return (
    <section class="panel" aria-label={words.users.access}>
      <header>
        <h2>{words.users.access}</h2>
      </header>
      <div class="body acts">
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
    title: words.users.resetPassword,
    about: words.users.resetAbout,
    parts: [{ label: words.users.link, text: resetPasswordUrl }],
  });
}
