import { surface } from '@signalbox/kit';
import { changeRequestsQueue } from './base/change-requests-queue.ts';
import {
  changeRequestHourlyBytes,
  changeRequestHourlyProposals,
  changeRequestLimitBytes,
  changeRequestPayloadDays,
} from './base/settings.ts';

const ofProject = '/api/admin/projects/:projectId';

export const changeRequestsSurface = surface({
  name: 'change-requests',
  paths: [
    { prefix: `${ofProject}/change-requests`, bodyLimitBytes: changeRequestLimitBytes },
    { prefix: `${ofProject}/environments/:environment/change-requests`, bodyLimitBytes: changeRequestLimitBytes },
    { prefix: `${ofProject}/environments/:environment/scheduled-changes`, bodyLimitBytes: changeRequestLimitBytes },
    { prefix: '/api/admin/playground/change-request' },
    { prefix: '/api/admin/search/change-requests' },
    { prefix: '/api/admin/inbox' },
  ],
  queues: [changeRequestsQueue],
  settings: [changeRequestLimitBytes, changeRequestHourlyBytes, changeRequestHourlyProposals, changeRequestPayloadDays],
  sections: [
    {
      name: 'Change requests',
      description: 'Reviewed and scheduled changes of environments.',
      paths:
        /^\/api\/admin\/(?:projects\/:projectId\/(?:(?:environments\/:environment\/)?change-requests|environments\/:environment\/scheduled-changes)|playground\/change-request|search\/change-requests|inbox)(?:\/|$)/,
    },
  ],
});
