import { changeRequestHref } from '../../../frame/address.ts';
import { askForMoment } from '../../../parts/form/moment-form.ts';
import { showToastWithLink } from '../../../parts/layer/toast.tsx';
import { formatMoment } from '../../../base/format.ts';
import { askAgain, ask } from '../../../server/ask.ts';
import type { Target, Write } from './write.ts';

/** Asks for a time and schedules the change for it. In a protected environment, only an approved change request can be scheduled. */
export const scheduleWrite = ({ project, feature, environment }: Target, { change }: Pick<Write, 'change'>, done?: () => void): void =>
  askForMoment({
    title: `Schedule this change to ${feature} in ${environment}`,
    hint: 'You can move or cancel it until then.',
    submit: async (scheduledAt) => {
      const { id } = await ask('POST /api/admin/projects/{projectId}/environments/{environment}/scheduled-changes', {
        path: { projectId: project, environment },
        body: { scheduledAt, changes: change.map((one) => ({ ...one, feature })) },
      });
      showToastWithLink(`Scheduled for ${formatMoment(Date.parse(scheduledAt))}.`, {
        title: 'Show',
        href: changeRequestHref(project, id),
      });
      done?.();
      await askAgain();
    },
  });

/** Why a change cannot be scheduled directly; undefined if it can. */
export const whyNotLater = ({ protected: isProtected }: Pick<Target, 'protected'>): string | undefined =>
  isProtected ? 'This environment is protected. Add the change to a change request, and schedule that once it’s approved.' : undefined;
