import type { Context } from '@signalbox/kit';
import { setDefaultStrategy } from '../../feature/strategy/default-strategy.ts';
import { createPersona } from '../../project/persona/create-persona.ts';
import { deletePersona } from '../../project/persona/delete-persona.ts';
import { updatePersona } from '../../project/persona/update-persona.ts';
import { normaliseNaming } from '../../project/project/feature-naming.ts';
import { normaliseLinkTemplates } from '../../project/project/link-template.ts';
import { updateProject } from '../../project/project/update-project.ts';
import { createTemplate } from '../../release/template/create-template.ts';
import { deleteTemplate } from '../../release/template/delete-template.ts';
import { updateTemplate } from '../../release/template/update-template.ts';
import type { PlannedAction, ProjectPlan } from '../compare/project-plan.ts';
import { objectKey } from '../document/current-documents.ts';
import {
  type EnvironmentSpec,
  isOfProject,
  type KindOfProject,
  type PersonaSpec,
  type ProjectSpec,
  type ReleaseTemplateSpec,
} from '../document/document.schema.ts';
import { type SegmentIds, strategyPayload } from './settings-difference.ts';

interface ProjectObject {
  readonly project: string;
  readonly name: string;
  readonly spec: object;
  readonly op: PlannedAction['op'];
  /** Of an existing object. */
  readonly id: string;
  readonly segments: SegmentIds;
}

/** Writes objects of the project with the functions of their own routes. */
const writers: Readonly<Record<KindOfProject, (context: Context, object: ProjectObject) => Promise<unknown>>> = {
  Project: (context, { project, spec }) => {
    const { description = null, mode = 'open', defaultStickiness = 'default', featureLimit = null, ...rest } = spec as ProjectSpec;
    return updateProject(context, project, {
      name: rest.name,
      description,
      mode,
      defaultStickiness,
      featureLimit,
      featureNaming: normaliseNaming(rest.featureNaming ?? {}),
      linkTemplates: normaliseLinkTemplates(rest.linkTemplates ?? [], context.settings),
    });
  },
  ReleaseTemplate: (context, { project, name, spec, op, id, segments }) => {
    const key = { projectId: project, templateId: id };
    if (op === 'delete') return deleteTemplate(context, key);
    const { description = null, milestones, safeguards = [] } = spec as ReleaseTemplateSpec;
    const written = milestones.map(({ strategies, ...milestone }) => ({
      ...milestone,
      strategies: strategies.map((strategy) => strategyPayload(strategy, segments)),
    }));
    const input = { name, description, milestones: written, safeguards };
    return op === 'create' ? createTemplate(context, project, input) : updateTemplate(context, key, input);
  },
  Persona: (context, { project, name, spec, op, id }) => {
    if (op === 'delete') return deletePersona(context, project, id);
    const { description = null, context: saved } = spec as PersonaSpec;
    const input = { name, description, context: saved };
    return op === 'create' ? createPersona(context, project, input) : updatePersona(context, project, id, input);
  },
  Environment: async (context, { project, name, spec, segments }) => {
    const { defaultStrategy } = spec as EnvironmentSpec;
    if (!defaultStrategy) return;
    await setDefaultStrategy(context, { projectId: project, environment: name }, strategyPayload(defaultStrategy, segments));
  },
};

/** Writes the direct changes of objects of one kind. The protection of environments is a change of its own. */
export async function writeProjectObjects(
  context: Context,
  { project, current }: ProjectPlan,
  actions: readonly PlannedAction[],
  segments: SegmentIds,
): Promise<void> {
  for (const { kind, environment, name, op, after } of actions) {
    if (!isOfProject(kind) || environment !== undefined) continue;
    const id = current.get(objectKey(kind, name))?.objectId ?? '';
    await writers[kind](context, { project, name, spec: after ?? {}, op, id, segments });
    await context.em.flush();
  }
}
