import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Document } from '../api/operations.ts';
import { command, repeatedOption, settingOption, textOption } from '../command/command.ts';
import { sentenceOf } from '../output/answer.ts';

export const exportDocuments = command({
  name: 'export',
  summary: 'Export a project as files that describe it',
  description: 'The files contain everything that signalbox plan compares, so a plan with them is empty.',
  options: {
    project: settingOption('project'),
    environment: repeatedOption('Only this environment', 'name'),
    directory: textOption('Write a file for each object below this folder; without it, print one stream', 'folder'),
  },
  examples: [
    { line: 'signalbox export --directory flags', text: 'Writes a file for each flag, segment and other object of the project.' },
    { line: 'signalbox export --environment production --output yaml', text: 'Prints the project with one environment as YAML documents.' },
  ],
  async run({ project, environment, directory }, session) {
    const query = environment.length > 0 ? { environment } : {};
    const api = await session.api();
    const { documents } = await api.ask('GET /api/admin/projects/{projectId}/documents', { path: { projectId: project }, query });
    if (directory !== undefined) {
      const files = await writeDocuments(resolve(session.terminal.cwd, directory), documents);
      return sentenceOf({ directory, files }, `${files} files are written to ${directory}.`);
    }
    if (session.settings.output !== undefined && session.format !== 'yaml') return { data: documents };
    session.terminal.stdout.write(await streamOf(documents));
    return undefined;
  },
});

const folders: Readonly<Record<Document['kind'], string>> = {
  Feature: 'features',
  Segment: 'segments',
  ContextField: 'context-fields',
  TagType: 'tag-types',
  StrategyDefinition: 'strategies',
};

/** Writes a file for each document. Names may contain characters that file names cannot. Returns the number of files. */
async function writeDocuments(folder: string, documents: readonly Document[]): Promise<number> {
  for (const document of documents) {
    const path = join(folder, folders[document.kind], `${encodeURIComponent(document.metadata.name)}.yaml`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await streamOf([document]));
  }
  return documents.length;
}

/** YAML documents, one after the other. */
async function streamOf(documents: readonly Document[]): Promise<string> {
  const { stringify } = await import('yaml');
  return documents.map((document) => stringify(document, { lineWidth: 0, aliasDuplicateObjects: false })).join('---\n');
}
