import { equal, match } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { root } from './root.ts';

/** Each command that selects, what it is asked for in vain, and how it refuses. None has opened anything by then. */
const refusals: readonly (readonly [script: string, options: readonly string[], refusal: RegExp])[] = [
  ['test/races/races.ts', ['--only', 'nothing'], /--only nothing selects nothing\. Use a part of: .*move feature/],
  ['test/races/races.ts', ['--of', 'identity', '--only', 'nothing'], /--only nothing selects nothing\. Use a part of: .*delete user/],
  ['test/races/races.ts', ['--of', 'nobody'], /--of is toggles or identity, not nobody/],
  ['test/names/names.ts', ['--rounds', 'x'], /--rounds is a whole number of at least 1, not x/],
  ['test/simulation/simulation.ts', ['--seeds', '0'], /--seeds is a whole number of at least 1, not 0/],
  ['test/simulation/simulation.ts', ['--seed', '1', '--mistake', 'none'], /--mistake none selects nothing\. Use a part of: .*no inbox/],
  ['test/simulation/simulation.ts', ['--mistake', 'no inbox'], /--mistake is planted into one seed alone: name it with --seed/],
  ['test/scale/scale.ts', ['--only', 'quiet,nothing'], /--only nothing selects nothing\. Use a part of: quiet, kill, roll/],
  ['test/scale/scale.ts', ['--service', 'nobody'], /--service nobody selects nothing\. Use a part of: .*delivery/],
  ['test/change-requests/prove.ts', [], /Name --kills, --rounds or --sequences/],
  ['test/change-requests/prove.ts', ['--kills', '5', '--from', '5'], /--from 5 leaves none of 5 kills/],
  ['test/fuzz/patterns/fuzz-patterns.ts', ['--seconds', 'x'], /--seconds is a whole number of at least 1, not x/],
  ['tools/fuzz-api.ts', ['--way', 'elsewhere'], /--way is standalone or distributed, not elsewhere/],
  ['test/bench/bench.ts', ['--sizes', '1000,x'], /--sizes is a whole number of at least 1, not x/],
  ['test/bench/bench.ts', ['--seconds', '0'], /--seconds is a number above 0, not 0/],
  ['test/bench/bench.ts', ['--only', 'nothing'], /--only nothing selects nothing\. Use a part of: read one/],
  ['test/bench/bench.ts', ['--idle', 'x'], /--idle is a number above 0, not x/],
  ['test/bench/audit.ts', ['--events', 'x'], /--events is a whole number of at least 1, not x/],
  ['test/bench/audit.ts', ['--events', '0', '--chain', '0'], /Name --events or --chain/],
  ['test/bench/hostile-bodies.ts', ['--parallel', 'x'], /--parallel is a whole number of at least 1, not x/],
  ['test/bench/console.ts', ['--features', ''], /--features is a whole number of at least 1, not /],
  ['test/security/security.ts', ['--requests', '0'], /--requests is a whole number of at least 1, not 0/],
  ['tools/test-servers.ts', ['--only', 'nothing'], /There is no suite nothing; known are /],
  ['services/standalone/src/migrate.ts', ['--paln'], /Unknown option '--paln'/],
  ['tools/bench.ts', ['--way', 'elsewhere'], /--way is standalone or distributed, not elsewhere/],
  ['tools/failure/suite.ts', ['--seeds', '0'], /--seeds is a whole number of at least 1, not 0/],
];

describe('a command that is asked for nothing that exists', function () {
  this.timeout(60_000);

  for (const [script, options, refusal] of refusals) {
    it(`fails and says what there is: ${[script, ...options].join(' ')}`, async () => {
      const child = spawn(process.execPath, [script, ...options], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
      const [code, said] = await Promise.all([new Promise((resolve) => child.once('close', resolve)), text(child.stderr)]);
      match(said, refusal);
      equal(code, 1);
    });
  }
});
