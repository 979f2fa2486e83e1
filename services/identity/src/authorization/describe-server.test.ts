import { deepEqual } from 'node:assert/strict';
import { type IdentityApp, startIdentity } from '../identity-app.fixture.ts';

describe('the authorization server', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity({ settings: { BASE_URL: 'https://flags.example.com/' } });
  });
  after(() => app.close());

  it('describes itself to anonymous callers', async () => {
    const { status, body } = await app.as(null).get('/.well-known/oauth-authorization-server');
    deepEqual(
      [status, body],
      [
        200,
        {
          issuer: 'https://flags.example.com',
          authorization_endpoint: 'https://flags.example.com/authorize',
          token_endpoint: 'https://flags.example.com/auth/token',
          device_authorization_endpoint: 'https://flags.example.com/auth/device',
          revocation_endpoint: 'https://flags.example.com/auth/revoke',
          registration_endpoint: 'https://flags.example.com/auth/register',
          response_types_supported: ['code'],
          response_modes_supported: ['query'],
          grant_types_supported: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: ['none'],
          revocation_endpoint_auth_methods_supported: ['none'],
          authorization_response_iss_parameter_supported: true,
        },
      ],
    );
  });
});
