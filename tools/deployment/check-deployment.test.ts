import { equal, match } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../testing/root.ts';

describe('npm run suite -- deployment', () => {
  it('fails and reports what is missing on a machine that cannot run the deployment', () => {
    const { status, stdout } = spawnSync(process.execPath, [join(root, 'tools/check-deployment.ts')], {
      env: { PATH: '' },
      encoding: 'utf8',
    });
    match(stdout, /^The deployment cannot run here: (?:it needs root|these commands are missing: mmdebstrap, unshare)/);
    match(stdout, /\nFAILED\n$/);
    equal(status, 1);
  });
});
