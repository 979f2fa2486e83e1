import { counted } from '../../base/format.ts';
import { changeRequestHref } from '../../frame/address.ts';
import { attempt } from '../../parts/layer/attempt.ts';
import { showToast, showToastWithLink } from '../../parts/layer/toast.tsx';
import { ask } from '../../server/ask.ts';
import type { Where } from '../proposal/target.ts';

export const archiveTitle = (where: Where | null): string => (where ? 'Request to archive' : 'Archive');

interface Archiving {
  readonly project: string;
  readonly features: readonly string[];
  /** The protected environment whose change requests decide; null if none is protected. */
  readonly where: Where | null;
}

/** Archives features, or sends a change request of its own for review that archives them. */
export const archive = ({ project, features, where }: Archiving): Promise<void> =>
  attempt(async () => {
    const named = features.length === 1 ? (features[0] ?? '') : counted(features.length, 'feature');
    if (where) await requestArchiving(where, features, named);
    else {
      await ask('POST /api/admin/projects/{projectId}/archive', { path: { projectId: project }, body: { features: [...features] } });
      showToast(`Archived ${named}.`, () => void revive(project, features, named));
    }
  });

const requests = '/api/admin/projects/{projectId}/environments/{environment}/change-requests';

async function requestArchiving({ project, environment }: Where, features: readonly string[], named: string): Promise<void> {
  const path = { projectId: project, environment };
  const body = features.map((feature) => ({ action: 'archiveFeature', feature, payload: {} }) as const);
  const { id } = await ask(`POST ${requests}`, { path, query: { into: 'new' }, body });
  await ask('PUT /api/admin/projects/{projectId}/change-requests/{id}/state', {
    path: { projectId: project, id },
    body: { state: 'In review' },
  });
  showToastWithLink(`Requested to archive ${named}.`, { title: 'Open', href: changeRequestHref(project, id) });
}

const revive = (project: string, features: readonly string[], named: string): Promise<void> =>
  attempt(
    () => ask('POST /api/admin/projects/{projectId}/revive', { path: { projectId: project }, body: { features: [...features] } }),
    `Restored ${named}, turned off in all environments.`,
  );
