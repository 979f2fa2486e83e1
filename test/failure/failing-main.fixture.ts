// Starts the product like `services/standalone/src/main.ts`, in a process that kills itself at the durable step named in FAILPOINT. Steps
// before the product is open do not count.

import { writeSync } from 'node:fs';
import { serve } from '../../services/standalone/src/serve.ts';
import { type PlannedFailpoint, variable } from './failpoint.ts';

const { point, service, at } = JSON.parse(process.env[variable] ?? '{}') as Partial<PlannedFailpoint>;
let isOpen = false;
let passed = 0;

await serve(process.argv.slice(2), {
  step(passedPoint, passedService) {
    if (!isOpen || passedPoint !== point || passedService !== service) return;
    passed += 1;
    if (passed !== at) return;
    writeSync(1, `failpoint ${point} of ${service}\n`);
    process.kill(process.pid, 'SIGKILL');
  },
});
isOpen = true;
