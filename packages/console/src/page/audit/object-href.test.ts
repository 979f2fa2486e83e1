import { deepEqual } from 'node:assert/strict';
import { objectHref } from './object-href.ts';

const of = (type: string, data: Readonly<Record<string, unknown>> | null, project: string | null = null) =>
  objectHref({ type, project, data, preData: null });

describe('the object of an event', () => {
  it('is linked to its page, or to the list that contains it', () =>
    deepEqual(
      [
        of('change-request-approved', { changeRequestId: 7 }, 'shop'),
        of('segment-updated', { id: 3 }, 'shop'),
        of('segment-created', { id: 3 }),
        of('project-created', { id: 'shop' }),
        of('release-plan-template-updated', { id: 'careful' }),
        of('addon-config-created', { id: 2 }),
        of('user-created', { id: 5 }),
        of('strategy-updated', { name: 'ours' }),
      ],
      [
        '/projects/shop/change-requests/7',
        '/projects/shop/segments/3',
        '/segments/3',
        '/projects/shop',
        '/release-templates/careful',
        '/settings/webhooks/2',
        '/settings/users',
        '/settings/strategies',
      ],
    ));

  it('is not linked if it is deleted or has no page', () =>
    deepEqual(
      ['segment-deleted', 'project-deleted', 'user-deleted', 'feature-strategy-update', 'tag-created'].map((type) => of(type, null)),
      [null, null, null, null, null],
    ));
});
