import { fastRoute } from '@signalbox/kit';
import { Failure } from '@signalbox/contracts';
import { Type } from 'typebox';
import { callerOf } from '../token/caller.ts';
import { isInProjects } from '../feature/scope.ts';
import type { DefinitionParts } from './get-definitions.ts';

const Reported = Type.Object({
  environment: Type.String(),
  features: Type.Integer({ description: 'Features of the project.' }),
  leftOut: Type.Array(Type.Object({ feature: Type.String(), reasons: Type.Array(Type.String()) }), {
    description: 'Features that the format of flagd cannot express. Providers get their code default.',
  }),
  otherUsers: Type.Array(Type.String(), {
    description: 'Features in which a share decides. flagd hashes differently, so the share has other users than in the engine.',
  }),
});

/** The features of a project that differ in flagd, in each environment. */
export const getFlagdReportRoute = fastRoute(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/flagd-report',
    summary: 'List the features that flagd cannot express, or that reach other users there',
    permission: 'CLIENT',
    usersToo: true,
    params: Type.Object({ projectId: Type.String() }),
    answers: { 200: Type.Object({ environments: Type.Array(Reported) }) },
    failures: ['BadRequestError', 'NotFoundError', 'TooEarlyError', 'UnavailableError'],
  },
  async (call, parts: DefinitionParts) => {
    const { projectId } = call.params;
    const token = await callerOf(call, parts);
    if (!isInProjects(projectId, token.projects.includes('*') ? '*' : token.projects))
      throw new Failure('NotFoundError', `There is no project ${projectId}.`);
    const environments = [];
    for (const environment of environmentsOf(projectId, parts)) {
      if (token.environment !== '*' && token.environment !== environment) continue;
      const scope = { environment, projects: [projectId] };
      const set = await parts.evaluations.set(scope);
      const { special } = await parts.definitions.of(set, scope);
      const leftOut = special.filter(({ definition }) => !definition.flag);
      environments.push({
        environment,
        features: set.features.length,
        leftOut: leftOut.map(({ feature, definition }) => ({ feature, reasons: definition.problems })),
        otherUsers: special.filter(({ definition }) => definition.flag).map(({ feature }) => feature),
      });
    }
    return { json: JSON.stringify({ environments }) };
  },
);

/** Environments that any feature of the project has. */
function environmentsOf(project: string, { replica }: DefinitionParts): readonly string[] {
  const features = [...replica.view.features()].filter((feature) => feature.project === project);
  return [...new Set(features.flatMap(({ environments }) => Object.keys(environments)))].toSorted();
}
