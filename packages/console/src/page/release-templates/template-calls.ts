import { type Call, callOf } from '../../server/call.ts';
import type { WriteTemplate } from '../../server/ask.ts';
import type { Home } from '../../server/session.ts';

const ofInstance = '/api/admin/release-plan-templates';
const ofProject = '/api/admin/projects/{projectId}/release-templates';

export const creationOf = (home: Home, body: WriteTemplate): Call =>
  home === null ? callOf(`POST ${ofInstance}`, { body }) : callOf(`POST ${ofProject}`, { path: { projectId: home }, body });

export const replacementOf = (home: Home, templateId: string, body: WriteTemplate): Call =>
  home === null
    ? callOf(`PUT ${ofInstance}/{templateId}`, { path: { templateId }, body })
    : callOf(`PUT ${ofProject}/{templateId}`, { path: { projectId: home, templateId }, body });

export const archivingOf = (home: Home, templateId: string): Call =>
  home === null
    ? callOf(`POST ${ofInstance}/archive/{templateId}`, { path: { templateId } })
    : callOf(`POST ${ofProject}/archive/{templateId}`, { path: { projectId: home, templateId } });

export const removalOf = (home: Home, templateId: string): Call =>
  home === null
    ? callOf(`DELETE ${ofInstance}/{templateId}`, { path: { templateId } })
    : callOf(`DELETE ${ofProject}/{templateId}`, { path: { projectId: home, templateId } });
