import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Answer } from '@signalbox/testing';
import { openPlaygroundApp, type PlaygroundApp } from './playground-app.fixture.ts';

const context = { appName: 'shop', userId: '7' };
const forms = {
  '/api/admin/playground/advanced': { environments: ['development'], context },
  '/api/admin/playground': { environment: 'development', context },
};
type Path = keyof typeof forms;
const paths = Object.keys(forms) as Path[];
const never = '999999999';

/** True if `cart` is on in the response. */
const isOn = ({ body }: Answer): boolean =>
  body.features.find(({ name }: { name: string }) => name === 'cart').isEnabledInCurrentEnvironment as boolean;

describe('a playground request with If-Min-Revision', () => {
  let at: PlaygroundApp;
  before(async () => {
    at = await openPlaygroundApp();
    await at.createFeature('cart');
    await at.ask(forms['/api/admin/playground/advanced']);
  });
  after(() => at.close());

  const ask = (path: Path, revision: string) =>
    at.app.as(at.app.users.viewer).post(path, forms[path], { headers: { 'if-min-revision': revision } });
  let on = false;
  /** Switches the feature on or off and returns the revision of the change. */
  const turn = async (): Promise<number> => {
    const path = `/api/admin/projects/default/features/cart/environments/development/${on ? 'off' : 'on'}`;
    const { status, headers } = await at.operator.post(path);
    equal(status, 200);
    on = !on;
    return Number(headers['x-revision']);
  };

  for (const path of paths) {
    it(`includes the change with that revision every time: ${path}`, async () => {
      for (let times = 0; times < 10; times += 1) {
        const answer = await ask(path, String(await turn()));
        deepEqual([answer.status, isOn(answer)], [200, on]);
      }
    });

    it(`waits for a revision that is about to arrive: ${path}`, async () => {
      const next = (await turn()) + 1;
      const waiting = ask(path, String(next));
      await ask(path, String(next - 1)); // The other change has arrived by now.
      equal(await turn(), next);
      const answer = await waiting;
      deepEqual([answer.status, isOn(answer), Number(answer.headers['x-revision']) >= next], [200, on, true]);
    });

    it(`waits for a change of access: ${path}`, async () => {
      const known = at.app.users.someone().accessVersion;
      const waiting = ask(path, `access:${known + 1}`);
      equal((await ask(path, `access:${known}`)).status, 200); // The other change has arrived by now.
      await at.app.users.token({});
      equal((await waiting).status, 200);
    });
  }

  it('is rejected with 400 for an invalid revision, and with 401 before the revision is read', async () => {
    const { status, body } = await ask(paths[0] as Path, 'newest');
    deepEqual([status, body.name, body.details[0].path], [400, 'BadRequestError', 'If-Min-Revision']);
    const { status: someone } = await at.app.with({ 'if-min-revision': never }).post(paths[0] as Path, {});
    equal(someone, 401);
  });
});

describe('a playground request with an If-Min-Revision that never arrives', () => {
  it('returns 425 with Retry-After after a limit', async () => {
    const waitMs = 60;
    const at = await openPlaygroundApp({ settings: { REVISION_WAIT_MS: String(waitMs) } });
    await at.ask(forms['/api/admin/playground/advanced']);
    for (const path of paths) {
      for (const revision of [never, `access:${never}`]) {
        const begun = performance.now();
        const requested = at.app.as(at.app.users.viewer).post(path, forms[path], { headers: { 'if-min-revision': revision } });
        const { status, headers, body } = await requested;
        ok(performance.now() - begun > waitMs * 0.9);
        deepEqual([status, headers['retry-after'], body.name], [425, '1', 'TooEarlyError']);
        match(body.message, new RegExp(`^Revision ${revision} `));
      }
    }
    await at.close();
  });
});
