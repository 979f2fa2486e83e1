import { randomBytes } from 'node:crypto';
import { openGatewayApp } from '../../gateway/gateway-app.fixture.ts';
import type { Target } from './fuzz.ts';
import { settings, targetAt } from './target.ts';

/** All services in this process. Their routes fail on undeclared responses. */
export async function openFuzzedApp(): Promise<{ readonly target: Target; readonly close: () => Promise<void> }> {
  const frontend = `*:development.${randomBytes(28).toString('hex')}`;
  const {
    app,
    password,
    adminToken: admin,
    clientToken: client,
  } = await openGatewayApp({ ...settings, INIT_FRONTEND_API_TOKENS: frontend });
  return { target: targetAt(app.url, password, { admin, client, frontend }), close: () => app.close() };
}
