import { deepEqual, equal } from 'node:assert/strict';
import { allowed, testsIgnoreTheClock } from './clock.ts';
import { readCode } from './source.ts';

const path = 'services/audit/src/log/planted';
const found = (text: string, kind = 'test') => testsIgnoreTheClock([{ path: `${path}.${kind}.ts`, text }]);

describe('the clock', () => {
  it('decides no everyday test', () => deepEqual(testsIgnoreTheClock(readCode()), []));

  for (const text of [
    'ok(performance.now() - begun < 1000);',
    'ok(Date.now() - Date.parse(createdAt) < 60_000);',
    'const tookMs = performance.now() - begun;',
    'return performance.now() - begun;',
    'const { user } = process.cpuUsage(before);',
    'ok(cpuMs(() => work()) < 20);',
    'ok(ms < allowedMs);',
    'await eventually(() => equal(count, 1), 2000);',
    'await eventually(async () => {\n  equal(await count(), 1);\n}, 20_000);',
    'this.timeout(10_000);',
    'it("waits", async () => {}).timeout(20_000);',
    "import { setTimeout as later } from 'node:timers/promises';\nawait later(200);",
    "import { pause } from '@signalbox/timing';\nawait pause(100);",
    'await new Promise((resolve) => setTimeout(resolve, 200));',
  ])
    it(`is reported in ${JSON.stringify(text)}, except in long suites`, () => {
      equal(found(text).length, 1);
      deepEqual(found(text, 'long'), []);
    });

  it('may prove that a time has passed, which a slow machine only prolongs', () => {
    deepEqual(found('ok(performance.now() - begun > waitMs * 0.9);\nawait eventually(() => equal(body.status, 2000));\n'), []);
  });

  it('has no exception that is not needed', () => {
    for (const file of readCode().filter((each) => each.path in allowed))
      equal(testsIgnoreTheClock([{ ...file, path: `${path}.test.ts` }]).length > 0, true, file.path);
  });
});
