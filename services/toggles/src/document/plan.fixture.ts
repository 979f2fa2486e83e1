import { equal } from 'node:assert/strict';
import type { TestApp } from '@signalbox/testing';
import { FeatureDependency } from '../feature/dependency/feature-dependency.ts';
import { Feature } from '../feature/feature/feature.ts';
import { Segment } from '../feature/segment/segment.ts';
import { Persona } from '../project/persona/persona.ts';
import { Project, ProjectEnvironment } from '../project/project/project.ts';
import { ProtectedEnvironment } from '../project/protection/protected-environment.ts';
import { ReleaseTemplate } from '../release/template/template.ts';
import { ContextField } from '../vocabulary/context-field/context-field.ts';
import { StrategyDefinition } from '../vocabulary/strategy-definition/strategy-definition.ts';
import { TagType } from '../vocabulary/tag/tag-type.ts';
import { KnownTag } from '../vocabulary/tag/tag.ts';

const pathOf = (project: string) => `/api/admin/projects/${project}`;

/** Plans and applies documents. Returns both responses. */
export async function applied(
  app: TestApp,
  documents: readonly object[],
  more: Readonly<Record<string, unknown>> = {},
  project = 'default',
) {
  const { who = app.users.admin, reason, ...options } = more as { who?: TestApp['users']['admin']; reason?: string };
  const headers = reason === undefined ? {} : { headers: { 'x-change-reason': reason } };
  const body = { set: 'ours', documents, ...options };
  const plan = await app.as(who).post(`${pathOf(project)}/plan`, body);
  equal(plan.status, 200, JSON.stringify(plan.body));
  const answer = await app.as(who).post(`${pathOf(project)}/apply`, { ...body, expect: { hash: plan.body.hash } }, headers);
  return { plan: plan.body, answer };
}

/** Like `applied`, and requires success. */
export async function apply(app: TestApp, documents: readonly object[], more: Readonly<Record<string, unknown>> = {}, project = 'default') {
  const { plan, answer } = await applied(app, documents, more, project);
  equal(answer.status, 200, JSON.stringify(answer.body));
  return { plan, body: answer.body };
}

export async function exportedDocuments(app: TestApp, project = 'default') {
  const { status, body } = await app.as(app.users.admin).get(`${pathOf(project)}/documents`);
  equal(status, 200, JSON.stringify(body));
  return body.documents;
}

const builtInFields = ['environment', 'userId', 'appName', 'currentTime', 'sessionId'];

const plainProject = {
  name: 'Default',
  description: 'Default project',
  mode: 'open' as const,
  defaultStickiness: 'default',
  featureLimit: null,
  namingPattern: null,
  namingExample: null,
  namingDescription: null,
  linkTemplates: null,
};

/** Makes the instance as it was when it was new. */
export const empty = (app: TestApp) =>
  app.store('toggles').transaction(async (em) => {
    await em.nativeDelete(FeatureDependency, {});
    await em.nativeDelete(Persona, {});
    await em.nativeDelete(ReleaseTemplate, {});
    await em.nativeUpdate(Project, { id: 'default' }, plainProject);
    await em.nativeDelete(ProtectedEnvironment, {});
    await em.nativeUpdate(ProjectEnvironment, {}, { defaultStrategy: null });
    await em.nativeDelete(Feature, {});
    await em.nativeDelete(Segment, {});
    await em.nativeDelete(KnownTag, {});
    await em.nativeDelete(TagType, { name: { $ne: 'simple' } });
    await em.nativeDelete(ContextField, { name: { $nin: builtInFields } });
    await em.nativeDelete(StrategyDefinition, { builtIn: false });
  });
