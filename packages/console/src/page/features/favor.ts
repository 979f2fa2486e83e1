import { sayRefused } from '../../parts/toast.tsx';
import { askAgain } from '../../server/answer.ts';
import { Refused } from '../../server/refusal.ts';
import { ask } from '../../server/request.ts';
import type { Row } from './rows.ts';

/** Marks a feature as a favorite, or takes the mark away. */
export async function favor({ project, name, favorite }: Pick<Row, 'project' | 'name' | 'favorite'>): Promise<void> {
  try {
    await ask(`${favorite ? 'DELETE' : 'POST'} /api/admin/projects/{projectId}/features/{featureName}/favorites`, {
      path: { projectId: project, featureName: name },
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    sayRefused(error.message);
  }
  await askAgain();
}
