import { type EntityManager, type ReadContext, route, StreamedReply } from '@signalbox/kit';
import { Type } from 'typebox';
import { badValue } from '../../base/input/bad-value.ts';
import { findProject, projectEnvironmentNames } from '../../project/project/project.ts';
import { projectParams } from '../../project/project/project.schema.ts';
import { tablesOf } from '../../tables/tables.ts';
import { readRevision } from '../../transfer/evaluation/fetch-state.ts';
import { writtenExport } from '../../transfer/features/written-export.ts';
import { byKindAndName, noNames, readCurrent } from './current-documents.ts';
import type { CurrentObject, CurrentScope } from './current-object.ts';
import { type Document, DocumentShape, maxDocuments } from './document.schema.ts';
import { usedNames } from './used-names.ts';

const maxEnvironments = 100;
const maxFeatures = 100;

export const exportDocumentsRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/documents',
    summary: 'Export a project and everything it uses as documents',
    permission: 'authenticated',
    agents: true,
    params: projectParams,
    query: Type.Object({
      environment: Type.Optional(Type.Array(Type.String(), { maxItems: maxEnvironments })),
      feature: Type.Optional(
        Type.Array(Type.String(), { maxItems: maxFeatures, description: 'Only these features of the project, and everything they use.' }),
      ),
    }),
    answers: {
      200: Type.Object({
        revision: Type.Integer(),
        documents: Type.Array(DocumentShape),
      }),
    },
    failures: ['BadDataError', 'NotFoundError'],
  },
  async ({ params, query }, context) => {
    const revision = await readRevision(context.em);
    return new StreamedReply(writtenExport({ revision, documents: await exportDocuments(context, params.projectId, query) }));
  },
);

/** The documents of a project, or of some of its features, with the settings in some environments, by default in all of the project. */
export async function exportDocuments(
  context: Pick<ReadContext, 'em' | 'access'>,
  projectId: string,
  { environment: environments, feature: features }: { readonly environment?: readonly string[]; readonly feature?: readonly string[] } = {},
): Promise<Document[]> {
  const { em } = context;
  const project = await findProject(context, projectId);
  const known = await projectEnvironmentNames(em, project.id);
  const unknown = environments?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw badValue('environment', `must be an environment of project ${project.id}; got ${unknown}`);
  const scope = { project: project.id, environments: environments ?? known };
  const own = { ...noNames(), ...(await readOwnNames(em, project.id)), Environment: new Set(scope.environments) };
  const names = features ? { ...noNames(), Feature: own.Feature.intersection(new Set(features)) } : own;
  const documents = documentsOf(await readCurrent(context, names, scope));
  return [...documents, ...(await readUsed(context, documents, scope))].sort(byKindAndName);
}

export async function readActiveFeatureNames(em: EntityManager, project: string): Promise<Set<string>> {
  const active = tablesOf(em).selectFrom('feature').where('project_id', '=', project).where('archived_at', 'is', null);
  const rows = await active.select('name').limit(maxDocuments).execute();
  return new Set(rows.map(({ name }) => name));
}

/** The names of the objects of a project. */
async function readOwnNames(em: EntityManager, project: string) {
  const segments = await tablesOf(em).selectFrom('segment').where('project_id', '=', project).select('name').limit(maxDocuments).execute();
  const templates = await tablesOf(em)
    .selectFrom('release_template')
    .where('project_id', '=', project)
    .where('archived_at', 'is', null)
    .select('name')
    .limit(maxDocuments)
    .execute();
  const personas = await tablesOf(em).selectFrom('persona').where('project_id', '=', project).select('name').execute();
  const named = (rows: readonly { readonly name: string }[]) => new Set(rows.map(({ name }) => name));
  return {
    Project: new Set([project]),
    Feature: await readActiveFeatureNames(em, project),
    Segment: named(segments),
    ReleaseTemplate: named(templates),
    Persona: named(personas),
  };
}

/** The global objects that the documents use, and the context fields of global segments. */
async function readUsed(
  context: Parameters<typeof readCurrent>[0],
  documents: readonly Document[],
  scope: CurrentScope,
): Promise<Document[]> {
  const used = usedNames(documents);
  const own = new Set(documents.flatMap(({ kind, metadata }) => (kind === 'Segment' ? [metadata.name] : [])));
  const segments = documentsOf(await readCurrent(context, { ...noNames(), Segment: used.Segment.difference(own) }, scope));
  const ContextField = used.ContextField.union(usedNames(segments).ContextField);
  const { TagType, StrategyDefinition } = used;
  return [...segments, ...documentsOf(await readCurrent(context, { ...noNames(), TagType, ContextField, StrategyDefinition }, scope))];
}

/** Without objects that are built in, and environments without rules of the project. */
const documentsOf = (objects: ReadonlyMap<string, CurrentObject>): Document[] =>
  [...objects.values()].flatMap(({ document, isBuiltIn }) => (isBuiltIn || isPlainEnvironment(document) ? [] : [document]));

const isPlainEnvironment = ({ kind, spec }: Document): boolean => kind === 'Environment' && Object.keys(spec).length === 0;
