import { configureGlobal } from 'fast-check';
import { testEnvironment } from '../../packages/testing/src/environment.ts';
import { restartChance } from '../../packages/testing/src/seed.ts';

// Loaded by mocha, which would ignore unhandled rejections. They would end a process of the product, so they fail the running test.

function rejectUnhandled(reason: unknown): void {
  throw reason;
}

/** Mocha removes listeners after each file. */
export const mochaHooks = {
  beforeAll(): void {
    restartChance();
    configureGlobal({ seed: testEnvironment.seed });
    process.on('unhandledRejection', rejectUnhandled);
  },
  afterAll(): void {
    process.off('unhandledRejection', rejectUnhandled);
  },
};
