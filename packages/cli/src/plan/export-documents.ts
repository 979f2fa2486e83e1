import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Document } from '../api/operations.ts';
import { command, repeatedOption, settingOption, textOption } from '../command/command.ts';
import { sentenceOf } from '../output/answer.ts';
import { downloadList, listsIn } from './carry-lists.ts';
import { deleteUnwritten, hashOfText } from './export-record.ts';

export const exportDocuments = command({
  name: 'export',
  summary: 'Export a project as files that describe it',
  description:
    'The files contain everything that signalbox plan compares, so a plan with them is empty. The ids of each list are in lists/HASH.txt. Files of an earlier export whose objects are gone are deleted, unless they have been edited.',
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
      const folder = resolve(session.terminal.cwd, directory);
      const written = await writeDocuments(folder, documents);
      for (const hash of listsIn(documents).keys()) written.set(await downloadList(api, folder, hash), hash);
      const deleted = await deleteUnwritten(folder, project, written);
      const sentences = [`${written.size} files are written to ${directory}.`, ...deleted.map((path) => `${path} is deleted.`)];
      return sentenceOf({ directory, files: written.size, deleted }, sentences.join('\n'));
    }
    if (session.settings.output !== undefined && session.format !== 'yaml') return { data: documents };
    session.terminal.stdout.write(await streamOf(documents));
    return undefined;
  },
});

const folders: Readonly<Record<Document['kind'], string>> = {
  Feature: 'features',
  Segment: 'segments',
  Project: 'projects',
  ReleaseTemplate: 'release-templates',
  Persona: 'personas',
  Environment: 'environments',
  ContextField: 'context-fields',
  TagType: 'tag-types',
  StrategyDefinition: 'strategies',
};

/** Writes a file for each document, and returns their hashes by path. Names may contain characters that file names cannot. */
async function writeDocuments(folder: string, documents: readonly Document[]): Promise<Map<string, string>> {
  const written = new Map<string, string>();
  await mkdir(folder, { recursive: true });
  for (const document of documents) {
    const path = `${folders[document.kind]}/${encodeURIComponent(document.metadata.name)}.yaml`;
    const text = await streamOf([document]);
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
    written.set(path, hashOfText(text));
  }
  return written;
}

/** YAML documents, one after the other. */
async function streamOf(documents: readonly Document[]): Promise<string> {
  const { stringify } = await import('../base/yaml.ts');
  return documents.map((document) => stringify(document, { lineWidth: 0, aliasDuplicateObjects: false })).join('---\n');
}
