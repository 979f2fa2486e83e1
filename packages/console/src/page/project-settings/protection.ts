import { hrefOf } from '../../frame/address.ts';
import { type AnswerOf, type InputOf, ask } from '../../server/ask.ts';
import { execute } from '../../parts/layer/attempt.ts';
import { writeOrPropose } from '../proposal/propose.ts';
import type { Where } from '../proposal/target.ts';

const path = '/api/admin/projects/{projectId}/environments/{environment}/change-requests/config';

/** The rules of an environment of a project. */
export type Configuration = AnswerOf<'GET /api/admin/projects/{projectId}/change-requests/config'>[number];
type Rules = InputOf<`PUT ${typeof path}`>['body'];

/** The page of the rules of an environment. */
export const protectionHref = (project: string, environment: string): string =>
  `${hrefOf(project, 'settings')}/protection/${encodeURIComponent(environment)}`;

/** Saves rules, or proposes those that only a change request may weaken. Those that are missing stay as they are. */
export async function saveRules(where: Where, body: Rules, done: string): Promise<void> {
  const { project, environment } = where;
  const write = () => execute(() => ask(`PUT ${path}`, { path: { projectId: project, environment }, body }), done);
  await writeOrPropose(write, where, { action: 'updateProtection', payload: body });
}
