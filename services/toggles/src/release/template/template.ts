import { LockMode } from '@mikro-orm/core';
import { Failure } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { releaseTemplateTable } from '../../tables/release.ts';

/** Milestones that release plans are created from. */
export class ReleaseTemplate extends releaseTemplateTable.entity.class {}
releaseTemplateTable.entity.setClass(ReleaseTemplate);

/** The project of the path, or null on the paths of templates of all projects. */
export interface TemplateKey {
  readonly projectId: string | null;
  readonly templateId: string;
}

/** Throws 404 for a template of another project. In a project, templates of all projects are found too. */
export async function findTemplate(em: EntityManager, { projectId, templateId }: TemplateKey): Promise<ReleaseTemplate> {
  const template = await em.findOne(ReleaseTemplate, { id: templateId });
  if (template && (template.project === '' || template.project === projectId)) return template;
  throw noTemplate(templateId);
}

/** Like `findTemplate`, limited to templates of exactly this project, and locks the row for a change. */
export async function lockTemplate({ em }: Context, { projectId, templateId }: TemplateKey): Promise<ReleaseTemplate> {
  const template = await em.findOne(ReleaseTemplate, { id: templateId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (template?.project === (projectId ?? '')) return template;
  throw noTemplate(templateId);
}

const noTemplate = (id: string) => new Failure('NotFoundError', `There is no release template ${id}.`);

/** Throws 409 if another template of the same project has the name. `own` is the id of the template that may have it. */
export async function refuseTakenTemplateName(em: EntityManager, project: string, name: string, own?: string): Promise<void> {
  const taken = await em.findOne(ReleaseTemplate, { project, name });
  if (taken && taken.id !== own) throw new Failure('NameExistsError', `A release template named ${name} already exists.`);
}
