// Tries a relay against a failing upstream, or measures one: `npm run suite -- relay --minutes 10`, `npm run suite -- bench-relay`.
// `--only killed` runs the trials whose title contains the text.

import { parseArgs } from 'node:util';
import { bundle } from '../../services/standalone/src/bundle.ts';
import { readQuantity } from '../../tools/testing/read-amount.ts';
import { measure } from './measure.ts';
import { runTrials } from './trial.ts';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    measure: { type: 'boolean', default: false },
  },
});

// Images start from a bundle, which takes less memory than the files.
await bundle();
if (options.measure) await measure();
else if ((await runTrials(readQuantity(options, 'minutes'), options.only)) > 0) process.exitCode = 1;
