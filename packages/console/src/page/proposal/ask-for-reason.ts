import { attempt } from '../../parts/layer/attempt.ts';
import { showError } from '../../parts/layer/toast.tsx';
import { openForm } from '../../parts/form/value-form.tsx';
import { type FoundChangeRequest, ask } from '../../server/ask.ts';
import type { Where } from './target.ts';

const hint = 'The reason becomes the title and is recorded in the audit log.';
const maxSearched = 20;

/** Asks for the reason of an emergency change, after the fact. */
export const askForReason = ({ project, id }: Pick<FoundChangeRequest, 'project' | 'id'>): void =>
  openForm({
    title: 'Add reason',
    submitTitle: 'Save reason',
    initial: { reason: '' },
    entries: { reason: { kind: 'text', label: 'Reason', hint, isRequired: true } },
    submit: (body) => ask('PUT /api/admin/projects/{projectId}/change-requests/{id}/reason', { path: { projectId: project, id }, body }),
    done: 'Reason saved.',
  });

/** Asks for the reason of the last emergency change of a feature, once the change request that records it exists. */
export const explainEmergency = (where: Where, feature: string): Promise<void> =>
  attempt(async () => {
    const query = { project: `IS:${where.project}`, state: 'IS:Applied', limit: maxSearched } as const;
    const { changeRequests } = await ask('GET /api/admin/search/change-requests', { query });
    const found = changeRequests.find((one) => one.reasonDue && one.environment === where.environment && one.features.includes(feature));
    if (found) askForReason(found);
    else showError('The change is not recorded yet.', () => void explainEmergency(where, feature));
  });
