import { isDeepStrictEqual } from 'node:util';
import { projectRulesUpdated, Rules } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { badValue } from '../../base/input/bad-value.ts';
import { findTagType } from '../../vocabulary/tag/tag-type.ts';
import { projectParams } from '../project/project.schema.ts';
import { lockProject, projectEnvironmentNames } from '../project/project.ts';
import { normalisePolicy } from '../protection/normalise-policy.ts';

export const updateRulesRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/rules',
    summary: 'Replace the rules of a project for changes to its features; the naming pattern is a project setting',
    permission: 'UPDATE_PROJECT',
    scope: 'project of the path',
    params: projectParams,
    body: Rules,
    answers: { 200: empty },
    failures: ['BadDataError', 'NotFoundError'],
    events: [projectRulesUpdated],
  },
  ({ params, body }, context) => updateRules(context, params.projectId, body),
);

/** Takes effect with the commit. Existing features are not checked. */
async function updateRules(context: Context, id: string, rules: Rules): Promise<void> {
  const project = await lockProject(context, id);
  await refuseSenselessRules(context, id, rules);
  const before = project.rules ?? {};
  if (isDeepStrictEqual(before, rules)) return;
  project.rules = Object.keys(rules).length > 0 ? rules : null;
  context.publish(projectRulesUpdated, { project: id, data: { rules }, preData: { rules: before } });
}

/** Throws 400 for a rule that could never hold. */
async function refuseSenselessRules({ em }: Context, project: string, rules: Rules): Promise<void> {
  const { stagedFirst, requiredTag, quietHours } = rules;
  const used = await projectEnvironmentNames(em, project);
  for (const { environment, path } of environmentsIn(rules))
    if (!used.includes(environment)) throw badValue(path, `must be an environment of project ${project}; got ${environment}`);
  if (stagedFirst && stagedFirst.after === stagedFirst.environment)
    throw badValue('stagedFirst/after', `must be another environment than ${stagedFirst.environment}`);
  if (requiredTag) await findTagType(em, requiredTag.type);
  if (quietHours) normalisePolicy({ freezes: quietHours.freezes }, { path: 'quietHours' });
}

function environmentsIn({ stagedFirst, maxStep, ...lists }: Rules): { environment: string; path: string }[] {
  const single = [
    { environment: stagedFirst?.environment, path: 'stagedFirst/environment' },
    { environment: stagedFirst?.after, path: 'stagedFirst/after' },
    { environment: maxStep?.environment, path: 'maxStep/environment' },
  ];
  const several = (['ownerRequired', 'requiredTag', 'quietHours'] as const).flatMap((name) =>
    (lists[name]?.environments ?? []).map((environment, index) => ({ environment, path: `${name}/environments/${index}` })),
  );
  return [...single, ...several].flatMap(({ environment, path }) => (environment === undefined ? [] : { environment, path }));
}
