import { LockMode } from '@mikro-orm/core';
import {
  changeRequestConfigurationUpdated,
  Failure,
  featureDeleted,
  projectDeleted,
  releasePlanTemplateDeleted,
  segmentDeleted,
} from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { writeTombstone } from '../base/tombstone/tombstone.ts';
import { removeForGood } from '../feature/archive/archive.ts';
import { Feature, isArchived } from '../feature/feature/feature.ts';
import { Persona } from '../project/persona/persona.ts';
import { unprotectAll } from '../project/protection/configure-change-requests.ts';
import { Segment } from '../feature/segment/segment.ts';
import { serializeSegment } from '../feature/segment/segment.schema.ts';
import { deleteTemplatesOf } from '../release/template/delete-template.ts';
import { lockProject, ProjectEnvironment } from '../project/project/project.ts';
import { serializeProject, projectParams } from '../project/project/project.schema.ts';

export const deleteProjectRoute = route(
  {
    method: 'delete',
    path: '/api/admin/projects/:projectId',
    summary: 'Delete a project and its archived features; fails if it has active features',
    permission: 'DELETE_PROJECT',
    scope: 'project of the path',
    params: projectParams,
    answers: { 200: empty },
    failures: ['NotFoundError', 'InvalidOperationError'],
    events: [featureDeleted, releasePlanTemplateDeleted, segmentDeleted, changeRequestConfigurationUpdated, projectDeleted],
  },
  ({ params }, context) => deleteProject(context, params.projectId),
);

/** Identity revokes grants and tokens when it receives the event. Until then the id stays reserved. */
async function deleteProject(context: Context, id: string): Promise<void> {
  const { em } = context;
  if (id === 'default') throw new Failure('InvalidOperationError', 'The project default cannot be deleted.');
  const project = await lockProject(context, id);
  await deleteFeatures(context, id);
  await deleteTemplatesOf(context, id);
  await deleteSegments(context, id);
  await em.nativeDelete(ProjectEnvironment, { project: id });
  await unprotectAll(context, { project: id });
  await em.nativeDelete(Persona, { project: id });
  await em.flush(); // Features refer to their project, so they are deleted first.
  em.remove(project);
  writeTombstone(context, 'project', id);
  context.publish(projectDeleted, { project: id, preData: serializeProject(project) });
}

async function deleteFeatures(context: Context, project: string): Promise<void> {
  const features = await context.em.find(Feature, { project }, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { name: 'asc' } });
  const active = features.filter((feature) => !isArchived(feature));
  if (active.length > 0) {
    throw new Failure(
      'InvalidOperationError',
      `The project ${project} has ${active.length} active features, including ${active[0]?.name}. Archive or move them first.`,
    );
  }
  await removeForGood(context, features);
}

/** These segments can only be used in this project, so no remaining strategy uses them. */
async function deleteSegments(context: Context, project: string): Promise<void> {
  const segments = await context.em.find(Segment, { project }, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } });
  if (segments.length > 0) await context.em.flush(); // Strategies of the features refer to them.
  for (const segment of segments) {
    context.em.remove(segment);
    context.publish(segmentDeleted, { project, preData: serializeSegment(segment) });
  }
}
