import { equal, rejects } from 'node:assert/strict';
import type { Failure } from '@signalbox/contracts';
import { start, type TestApp } from '@signalbox/testing';
import { findEnvironment, lockEnvironment } from '../../project/environment/environment.ts';
import { toggles } from '../../service.ts';

describe('find existing', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  it('returns the row with the key', async () => {
    equal((await findEnvironment(app.store('toggles').reader(), 'development')).type, 'development');
  });

  for (const name of ['nowhere', 'development ', 'Development', ''])
    it(`throws a 404 that names the key ${JSON.stringify(name)}, for reads and for locks`, async () => {
      const isMissing = (failure: Failure) => failure.name === 'NotFoundError' && failure.message === `There is no environment ${name}.`;
      await rejects(findEnvironment(app.store('toggles').reader(), name), isMissing);
      await rejects(
        app.store('toggles').transaction((em) => lockEnvironment({ em }, name)),
        isMissing,
      );
    });
});
