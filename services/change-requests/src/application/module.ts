import { job, module } from '@signalbox/kit';
import { finishApplications } from './apply-request.ts';
import { applyScheduled } from './apply-scheduled.ts';

/** How approved changes take effect, and what becomes of applications that broke off. */
export const application = module({
  jobs: [
    job({ name: 'finish-applications', everyMs: 1000, oneAtATime: true, run: finishApplications }),
    job({ name: 'apply-scheduled', everyMs: 1000, oneAtATime: true, run: applyScheduled }),
  ],
});
