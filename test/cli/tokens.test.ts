import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { exitCodes } from '@signalbox/cli';
import { roleIds } from '@signalbox/contracts';
import { openTokenIssuer, type TokenIssuer } from '../../services/identity/src/workload/exchange/token-issuer.fixture.ts';
import { type CliApp, openCliApp } from './cli.fixture.ts';

describe('tokens of the command line', () => {
  let app: CliApp;
  let issuer: TokenIssuer;
  /** GitHub's endpoint for ID tokens. */
  let github: Server;
  let requests: { url: string | undefined; authorization: string | undefined }[];
  before(async () => {
    issuer = await openTokenIssuer();
    app = await openCliApp({ INTERNAL_ISSUERS: new URL(issuer.issuer).host });
    const job = {
      name: 'shop-deploys',
      issuer: issuer.issuer,
      audience: 'signalbox',
      claims: { repository: ['acme/shop'] },
      project: 'default',
      roles: [roleIds.member],
    };
    equal((await app.admin.post('/api/admin/workload-identities', job)).status, 201);
    github = createServer((request, response) => {
      requests.push({ url: request.url, authorization: request.headers.authorization });
      if (request.url?.startsWith('/forbidden')) response.writeHead(403).end('{}');
      else
        issuer.sign().then(
          (value) => response.end(JSON.stringify({ value })),
          () => response.destroy(),
        );
    });
    await new Promise<void>((resolve) => github.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    requests = [];
  });
  after(async () => {
    github.close();
    await app.close();
    await issuer.close();
  });

  const githubUrl = (path: string) => `http://127.0.0.1:${(github.address() as AddressInfo).port}${path}`;
  const withoutToken = { SIGNALBOX_TOKEN: '', SIGNALBOX_IDENTITY: 'shop-deploys' };

  it('are requested from GitHub with the server as audience, and never written to disk', async () => {
    const env = {
      ...withoutToken,
      ACTIONS_ID_TOKEN_REQUEST_URL: githubUrl('/token?api-version=2'),
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of the job',
    };
    const { code, stderr } = await app.signalbox('flag create from-github', { env });
    deepEqual([code, stderr], [exitCodes.done, '']);
    deepEqual(requests, [{ url: `/token?api-version=2&audience=${encodeURIComponent(app.url)}`, authorization: 'Bearer of the job' }]);
    deepEqual(await readdir(app.folder), []);
  });

  it('come from a file or a variable in other jobs', async () => {
    const file = join(app.folder, 'id-token');
    await writeFile(file, `${await issuer.sign()}\n`);
    const { json } = await app.signalbox(`whoami --id-token-file ${file}`, { env: withoutToken });
    deepEqual([json.username, json.token], ['shop-deploys', 'the ID token of this job']);
    equal((await app.signalbox('whoami', { env: { ...withoutToken, SIGNALBOX_ID_TOKEN: await issuer.sign() } })).code, exitCodes.done);
  });

  it('are refused with a reason', async () => {
    const refused = await app.signalbox('whoami', {
      env: { ...withoutToken, SIGNALBOX_ID_TOKEN: await issuer.sign({ claims: { repository: 'evil/shop' } }) },
    });
    deepEqual([refused.code, refused.stdout], [exitCodes.notPermitted, '']);
    match(refused.stderr, /The ID token of this job was not exchanged/);
    const unnamed = await app.signalbox('whoami --id-token-file id-token', { env: { SIGNALBOX_TOKEN: '' } });
    match(unnamed.stderr, /cannot be read|act as a workload identity/);
    const env = { ...withoutToken, ACTIONS_ID_TOKEN_REQUEST_URL: githubUrl('/forbidden'), ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of the job' };
    match((await app.signalbox('whoami', { env })).stderr, /needs the permission id-token: write/);
  });

  it('given as an option or a variable win over those of a job', async () => {
    const { json } = await app.signalbox('whoami', { env: { SIGNALBOX_IDENTITY: 'shop-deploys', SIGNALBOX_ID_TOKEN: 'unused' } });
    deepEqual([json.username, json.token], ['admin', 'SIGNALBOX_TOKEN']);
    const { stderr, code } = await app.signalbox('whoami --token nonsense');
    ok(code === exitCodes.notPermitted && !stderr.includes('nonsense'), stderr);
  });
});
