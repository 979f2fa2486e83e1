import { useLocation } from 'preact-iso/router';
import { lazyPage } from '../../parts/lazy-page.ts';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { Empty } from '../../parts/panel/panel.tsx';
import { type AgentLimit, ask, type InputOf } from '../../server/ask.ts';
import { LoginDecision, loginAbout } from './decision.tsx';

type Authorization = InputOf<'POST /api/admin/user/authorizations'>['body'];

const AuthorizeAgent = lazyPage(() => import('./authorize-agent.tsx').then((page) => page.AuthorizeAgent));

/** Where `signalbox login` and agents send the browser (RFC 6749 §4.1.1). The server checks all parameters. */
export function Authorize() {
  const { query } = useLocation();
  const { host, client_id: clientId, redirect_uri: redirectUri = '' } = query;
  const isAgent = clientId !== 'signalbox-cli';
  if (clientId === undefined || (!isAgent && host === undefined) || !URL.canParse(redirectUri))
    return <Empty title="This link is incomplete. Start the login again with signalbox login." isPage />;
  const redirect = new URL(redirectUri);
  const continuesAt = redirect.host || redirect.protocol;
  async function decide(approved: boolean, mode?: AgentLimit) {
    const body = {
      responseType: query['response_type'],
      clientId,
      redirectUri,
      codeChallenge: query['code_challenge'],
      codeChallengeMethod: query['code_challenge_method'],
      state: query['state'],
      ...(isAgent ? { resource: query['resource'], mode } : { host }),
      approved,
    } as Authorization;
    const { redirectTo } = await ask('POST /api/admin/user/authorizations', { body });
    location.assign(redirectTo);
  }
  if (host === undefined || isAgent) return <AuthorizeAgent clientId={clientId} continuesAt={continuesAt} decide={decide} />;
  return (
    <>
      <PageHead title="Log in on the command line" about={loginAbout} />
      <LoginDecision host={host} decide={decide}>
        <dt>Continues at</dt>
        <dd class="mono">{continuesAt}</dd>
      </LoginDecision>
    </>
  );
}
