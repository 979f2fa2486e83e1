import { fillWithSample, type SendSample } from '@signalbox/console/sample';
import type { Notice } from '@signalbox/kit';

/**
 * Fills an instance that this process has just created, through the API as its first administrator. Returns the result for the first
 * screen. An existing instance is left unchanged.
 */
export async function fillSample(port: number, notices: readonly Notice[]): Promise<string> {
  const logIn = notices.find((notice) => notice.logIn)?.logIn;
  if (!logIn) return 'not added: the instance already exists. Use a new folder (DATA_DIR) for sample data.';
  const url = `http://127.0.0.1:${port}`;
  const session = await fetch(`${url}/auth/simple/login`, { method: 'POST', headers: json, body: JSON.stringify(logIn) });
  const cookie = session.headers.getSetCookie().map((each) => each.split(';', 1)[0]);
  await session.arrayBuffer();
  await fillWithSample(sendTo(url, cookie.join('; ')), new Date());
  await (await fetch(`${url}/logout`, { method: 'POST', headers: { cookie: cookie.join('; ') } })).arrayBuffer();
  return 'the projects Shop and Warehouse';
}

const json = { 'content-type': 'application/json' };

const sendTo =
  (url: string, cookie: string): SendSample =>
  async ({ method, path, body, token }) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...(body !== undefined && json), ...(token === undefined ? { cookie } : { authorization: token }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text };
  };
