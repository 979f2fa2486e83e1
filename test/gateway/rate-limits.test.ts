import { equal, match } from 'node:assert/strict';
import { type GatewayBox, openGatewayBox } from './gateway-box.fixture.ts';

describe('rate limits', () => {
  let door: GatewayBox;
  before(async () => {
    door = await openGatewayBox({ TRUSTED_PROXIES: '127.0.0.1', SDK_REQUESTS_PER_MINUTE: '3' });
  });
  after(() => door.box.close());

  const logIn = (address: string) =>
    door.box.with({ 'x-forwarded-for': address }).post('/auth/simple/login', { username: 'admin', password: 'wrong' });

  it('lets ten log-ins a minute pass per address, and refuses the eleventh with 429', async () => {
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const { status, headers } = await logIn('203.0.113.1');
      equal(status, 401);
      equal(headers['ratelimit-limit'], '10');
      equal(headers['ratelimit-remaining'], String(10 - attempt));
    }
    const { status, headers, body } = await logIn('203.0.113.1');
    equal(status, 429);
    equal(body.name, 'RateLimitError');
    match(String(headers['retry-after']), /^[0-9]+$/);
  });

  it('counts each address for itself', async () => equal((await logIn('203.0.113.2')).status, 401));

  it('bounds metrics and registrations of SDKs, each for itself', async () => {
    const application = door.box.with({ authorization: door.clientToken });
    const bucket = { start: new Date().toISOString(), stop: new Date().toISOString(), toggles: {} };
    const statuses = [];
    for (let count = 0; count < 4; count += 1)
      statuses.push((await application.post('/api/client/metrics', { appName: 'a', bucket })).status);
    equal(statuses.join(), '202,202,202,429');
    const register = { appName: 'a', strategies: [], started: new Date().toISOString(), interval: 1000 };
    equal((await application.post('/api/client/register', register)).status, 202);
  });

  it('does not bound the administration', async () => {
    for (let count = 0; count < 12; count += 1) equal((await door.admin.get('/api/admin/projects')).status, 200);
  });
});
