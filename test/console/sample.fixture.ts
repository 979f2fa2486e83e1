import { equal } from 'node:assert/strict';
import { fillWithSample, type SendSample } from '@signalbox/console/sample';
import type { Client } from '@signalbox/testing';
import type { Product } from '../journeys/product.ts';

/** Logs in as the first administrator and returns the client. */
export async function logInTo({ as, password }: Product): Promise<Client> {
  const { status, headers } = await as({}).post('/auth/simple/login', { username: 'admin', password });
  equal(status, 200);
  const cookies = [headers['set-cookie'] ?? []].flat().map((each) => each.split(';', 1)[0]);
  return as({ cookie: cookies.join('; ') });
}

/** Sends sample requests as this administrator, or with the token of the request. */
export const sendAs =
  (admin: Client, { as }: Product): SendSample =>
  async ({ method, path, body, token }) => {
    const client = token === undefined ? admin : as({ authorization: token });
    if (method === 'GET') return client.get(path);
    if (method === 'DELETE') return client.delete(path);
    return method === 'POST' ? client.post(path, body) : client.put(path, body);
  };

/** Fills the product with sample data of a moment, by default now. */
export async function fillProduct(product: Product, now = new Date()): Promise<void> {
  await fillWithSample(sendAs(await logInTo(product), product), now);
}

/** Like `fillProduct`, but the log has the events of all services in the order of the requests, not in that of their arrival. */
export async function fillInOrder(product: Product, now: Date): Promise<void> {
  const admin = await logInTo(product);
  const send = sendAs(admin, product);
  let last = '';
  await fillWithSample(async (request) => {
    const service = serviceOf(request.path);
    if (request.method !== 'GET' && service !== last) await whenLogged(admin);
    last = service;
    return send(request);
  }, now);
  await whenLogged(admin);
}

function serviceOf(path: string): string {
  if (/\/change-requests(?!\/config)/.test(path)) return 'change-requests';
  if (path.endsWith('/migration/events')) return 'audit';
  return /\/api-tokens|\/user|\/groups|\/personal-tokens|\/access$/.test(path) ? 'identity' : 'toggles';
}

const lookAgainMs = 300;

/** Resolves once no service has events to publish, and the log no longer grows. */
export async function whenLogged(admin: Client): Promise<void> {
  let before = -1;
  for (;;) {
    const metrics = await admin.get('/metrics');
    equal(metrics.status, 200);
    const { total } = (await admin.get('/api/admin/search/events?limit=1')).body;
    const isPublished = !/^signalbox_outbox_messages\{.*\} [1-9]/m.test(String(metrics.body));
    if (isPublished && total === before) return;
    before = isPublished ? total : -1;
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
}
