import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fillWithSample, reportEveryMs, reportTraffic, type SampleToken, type SendSample } from '@signalbox/console/sample';
import type { Notice } from '@signalbox/kit';

/**
 * Fills an instance that this process has just created, through the API as its first administrator. Returns the result for the first
 * screen. An existing instance is left unchanged. The tokens of the sample's applications are stored in the data folder.
 */
export async function fillSample(port: number, dataDir: string, notices: readonly Notice[]): Promise<string> {
  const logIn = notices.find((notice) => notice.logIn)?.logIn;
  if (!logIn) return 'not added: the instance already exists. Use a new folder (DATA_DIR) for sample data.';
  const url = urlOf(port);
  const session = await fetch(`${url}/auth/simple/login`, { method: 'POST', headers: json, body: JSON.stringify(logIn) });
  const cookie = session.headers.getSetCookie().map((each) => each.split(';', 1)[0]);
  await session.arrayBuffer();
  const tokens = await fillWithSample(sendTo(url, cookie.join('; ')), new Date());
  await writeFile(fileIn(dataDir), JSON.stringify(tokens), { mode: 0o600 });
  await (await fetch(`${url}/logout`, { method: 'POST', headers: { cookie: cookie.join('; ') } })).arrayBuffer();
  return 'the projects Shop and Warehouse';
}

/** Reports evaluations as the sample's applications until the result is called. Does nothing if the folder has no sample. */
export async function startTraffic(port: number, dataDir: string): Promise<() => Promise<void>> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => null);
  if (text === null) return async () => {};
  const tokens = JSON.parse(text) as readonly SampleToken[];
  const send = sendTo(urlOf(port), '');
  let running = Promise.resolve();
  let isRunning = false;
  const report = () => {
    if (isRunning) return;
    isRunning = true;
    // A failed report is like that of an application that cannot reach the server: the next one follows.
    running = reportTraffic(send, tokens, new Date())
      .catch(() => undefined)
      .then(() => void (isRunning = false));
  };
  report();
  const timer = setInterval(report, reportEveryMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

const fileIn = (dataDir: string): string => join(dataDir, 'sample.json');
const urlOf = (port: number): string => `http://127.0.0.1:${port}`;
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
