import { useLocation } from 'preact-iso/router';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { Empty } from '../../parts/panel/panel.tsx';
import { ask, type InputOf } from '../../server/request.ts';
import { Decision, loginAbout } from './decision.tsx';

type Authorization = InputOf<'POST /api/admin/user/authorizations'>['body'];

/** Where `signalbox login` sends the browser (RFC 6749 §4.1.1). The server checks all parameters. */
export function Authorize() {
  const { query } = useLocation();
  const { host, redirect_uri: redirectUri } = query;
  if (host === undefined || redirectUri === undefined || !URL.canParse(redirectUri))
    return <Empty title="This link is incomplete. Start the login again with signalbox login." isPage />;
  const authorization = {
    responseType: query['response_type'],
    clientId: query['client_id'],
    redirectUri,
    codeChallenge: query['code_challenge'],
    codeChallengeMethod: query['code_challenge_method'],
    state: query['state'],
    host,
  };
  async function decide(approved: boolean) {
    const body = { ...authorization, approved } as Authorization;
    const { redirectTo } = await ask('POST /api/admin/user/authorizations', { body });
    location.assign(redirectTo);
  }
  return (
    <>
      <PageHead title="Log in on the command line" about={loginAbout} />
      <Decision host={host} decide={decide}>
        <dt>Continues at</dt>
        <dd class="mono">{new URL(redirectUri).host}</dd>
      </Decision>
    </>
  );
}
