import { Projection } from '@signalbox/table';
import { Project } from '../../project/project/project.ts';
import { serializeProject } from '../../project/project/project.schema.ts';
import { personaTable } from '../../tables/project.ts';
import { releaseTemplateTable } from '../../tables/release.ts';
import { tablesOf } from '../../tables/tables.ts';
import { canonicalDocument } from './canonical.ts';
import type { Reader } from './current-object.ts';
import { namedSegments, readSegmentNamesOf } from './current-releases.ts';
import { apiVersion, type ReleaseTemplateSpec } from './document.schema.ts';

const storedPersona = new Projection(personaTable, ['id', 'name', 'description', 'context']);
const storedTemplate = new Projection(releaseTemplateTable, ['id', 'name', 'description', 'milestones', 'segments', 'safeguards']);

/** Readers of the project itself, and of its release templates and personas. */
export const projectReaders: Readonly<Record<'Project' | 'ReleaseTemplate' | 'Persona', Reader>> = {
  Project: async ({ em }, names) => {
    const rows = await em.find(Project, { id: { $in: [...names] } }, { disableIdentityMap: true });
    return rows.map((row) => {
      const { id, ...spec } = serializeProject(row);
      return { document: canonicalDocument({ apiVersion, kind: 'Project', metadata: { name: id }, spec }), managedBy: null };
    });
  },
  ReleaseTemplate: async ({ em }, names, { project }) => {
    const query = tablesOf(em).selectFrom('release_template').where('project_id', '=', project).where('name', 'in', names);
    const rows = await storedTemplate.read(query.where('archived_at', 'is', null));
    const segments = await readSegmentNamesOf(em, new Set(rows.flatMap((row) => row.segments)));
    return rows.map(({ id, name, description, milestones, safeguards }) => {
      const spec = {
        description: description ?? null,
        milestones: milestones.map(({ strategies, ...milestone }) => ({
          ...milestone,
          strategies: strategies.map((strategy) => namedSegments(strategy, segments)),
        })),
        safeguards: safeguards ?? [],
      } as ReleaseTemplateSpec;
      const document = canonicalDocument({ apiVersion, kind: 'ReleaseTemplate', metadata: { name, project }, spec });
      return { document, managedBy: null, objectId: id };
    });
  },
  Persona: async ({ em }, names, { project }) => {
    const rows = await storedPersona.read(tablesOf(em).selectFrom('persona').where('project_id', '=', project).where('name', 'in', names));
    return rows.map(({ id, name, ...spec }) => {
      const document = canonicalDocument({ apiVersion, kind: 'Persona', metadata: { name, project }, spec });
      return { document, managedBy: null, objectId: id };
    });
  },
};
