import { settingsOf, type Workspace } from '@signalbox/testing';
import { restore } from '@signalbox/standalone/backup';
import { surfaces } from '@signalbox/standalone/services';
import { type Ended, run } from './instance.fixture.ts';

/** Progress at which a restore is killed: a number of batches, or of passes of one of its points. */
export interface Kill {
  readonly at: 'rows' | 'marked' | 'loaded' | 'ended';
  readonly times: number;
}

/** Restores in a separate process that kills itself at that point. */
export const restoreUntil = (workspace: Workspace, file: string, kill: Kill): Promise<Ended> =>
  run(workspace, [import.meta.filename, JSON.stringify(workspace), file, JSON.stringify(kill)]);

if (import.meta.main) {
  const [workspace = '', file = '', kill = ''] = process.argv.slice(2);
  const { at, times } = JSON.parse(kill) as Kill;
  let passed = 0;
  const pass = (point: Kill['at']) => {
    passed += Number(point === at);
    if (passed === times) process.kill(process.pid, 'SIGKILL');
  };
  const settings = settingsOf(JSON.parse(workspace) as Workspace, {}, surfaces);
  await restore(settings, file, { onProgress: () => pass('rows'), reached: pass });
}
