import { deepEqual, throws } from 'node:assert/strict';
import { type Selected, selectSuites, slowFiles, withoutRepeats } from './suites.ts';

const shared = 'test/journeys/shared.test.ts';
const filesOf = (suites: readonly Selected[], way: string) => suites.find((suite) => suite.way === way)?.files ?? [];

describe('the suites of a run', () => {
  const selected = selectSuites({});

  it('start with the slow files, all of which exist', () => {
    deepEqual(filesOf(selected, 'standalone').slice(0, slowFiles.length), slowFiles);
  });

  it('contain the files of all named paths, each once, and refuse a path without tests', () => {
    const few = selectSuites({
      only: ['tools/testing/suites.test.ts', 'tools/testing', 'test/console/start.long.ts'],
      except: ['packages/cli'],
    });
    deepEqual([...new Set(filesOf(few, 'standalone'))], filesOf(few, 'standalone'));
    deepEqual(filesOf(few, 'standalone').includes('tools/testing/suites.test.ts'), true);
    deepEqual(filesOf(few, 'standalone').includes('test/console/start.long.ts'), true);
    throws(() => selectSuites({ only: ['tools/testing', 'docs'] }), /No tests found in docs/);
  });

  it('run journeys once, on servers', () => {
    const run = withoutRepeats(selected, () => true);
    deepEqual([filesOf(run, 'standalone').includes(shared), filesOf(run, 'distributed').includes(shared)], [false, true]);
  });

  it('run journeys in one process if there are no servers', () => {
    const run = withoutRepeats(selected, ({ needs }) => needs.length === 0);
    deepEqual(filesOf(run, 'standalone').includes(shared), true);
  });
});
