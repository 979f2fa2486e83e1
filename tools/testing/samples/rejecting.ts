import { setImmediate } from 'node:timers/promises';

describe('a sample', () => {
  it('leaves a rejection unhandled', async () => {
    void Promise.reject(new Error('nobody handles this'));
    await setImmediate();
  });
});
