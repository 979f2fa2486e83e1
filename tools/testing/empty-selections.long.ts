import { equal, match } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { root } from './root.ts';

/** Commands with options that match nothing, and the expected error. Each fails before it opens anything. */
const refusals: readonly (readonly [script: string, options: readonly string[], refusal: RegExp])[] = [
  ['test/races/races.ts', ['--only', 'nothing'], /--only nothing matches nothing\. Use a part of: .*move feature/],
  ['test/races/races.ts', ['--of', 'identity', '--only', 'nothing'], /--only nothing matches nothing\. Use a part of: .*delete user/],
  ['test/races/races.ts', ['--of', 'nobody'], /--of must be toggles or identity, not nobody/],
  ['test/names/names.ts', ['--rounds', 'x'], /--rounds must be a whole number of at least 1, not x/],
  ['test/simulation/simulation.ts', ['--seeds', '0'], /--seeds must be a whole number of at least 1, not 0/],
  ['test/simulation/simulation.ts', ['--seed', '1', '--mistake', 'none'], /--mistake none matches nothing\. Use a part of: .*no inbox/],
  ['test/simulation/simulation.ts', ['--mistake', 'no inbox'], /--mistake applies to a single seed: name it with --seed/],
  ['test/scale/scale.ts', ['--only', 'quiet,nothing'], /--only nothing matches nothing\. Use a part of: quiet, kill, roll/],
  ['test/scale/scale.ts', ['--service', 'nobody'], /--service nobody matches nothing\. Use a part of: .*delivery/],
  ['test/change-requests/prove.ts', [], /Name --kills, --rounds or --sequences/],
  ['test/change-requests/prove.ts', ['--kills', '5', '--from', '5'], /--from 5 skips all of 5 kills/],
  ['test/fuzz/patterns/fuzz-patterns.ts', ['--seconds', 'x'], /--seconds must be a whole number of at least 1, not x/],
  ['tools/fuzz-api.ts', ['--way', 'elsewhere'], /--way must be standalone or distributed, not elsewhere/],
  ['test/bench/bench.ts', ['--sizes', '1000,x'], /--sizes must be a whole number of at least 1, not x/],
  ['test/bench/bench.ts', ['--seconds', '0'], /--seconds must be a number above 0, not 0/],
  ['test/bench/bench.ts', ['--only', 'nothing'], /--only nothing matches nothing\. Use a part of: read one/],
  ['test/bench/bench.ts', ['--idle', 'x'], /--idle must be a number above 0, not x/],
  ['test/bench/audit.ts', ['--events', 'x'], /--events must be a whole number of at least 1, not x/],
  ['test/bench/audit.ts', ['--events', '0', '--chain', '0'], /Name --events or --chain/],
  ['test/bench/hostile-bodies.ts', ['--parallel', 'x'], /--parallel must be a whole number of at least 1, not x/],
  ['test/bench/console.ts', ['--features', ''], /--features must be a whole number of at least 1, not /],
  ['test/security/security.ts', ['--requests', '0'], /--requests must be a whole number of at least 1, not 0/],
  ['tools/test-servers.ts', ['--only', 'nothing'], /Unknown suite: nothing\. Use one of: trixie, sid/],
  ['services/standalone/src/main.ts', ['migrate', '--paln'], /Unknown option '--paln'/],
  ['tools/bench.ts', ['--way', 'elsewhere'], /--way must be standalone or distributed, not elsewhere/],
  ['tools/failure/suite.ts', ['--seeds', '0'], /--seeds must be a whole number of at least 1, not 0/],
];

describe('a command whose options match nothing', () => {
  for (const [script, options, refusal] of refusals) {
    it(`fails and lists the valid values: ${[script, ...options].join(' ')}`, async () => {
      const child = spawn(process.execPath, [script, ...options], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
      const [code, response] = await Promise.all([new Promise((resolve) => child.once('close', resolve)), text(child.stderr)]);
      match(response, refusal);
      equal(code, 1);
    });
  }
});
