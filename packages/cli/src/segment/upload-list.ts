import { resolve } from 'node:path';
import type { AnswerOf } from '../api/operations.ts';
import { Problem } from '../base/problem.ts';
import { argument, command, flagOption, textOption } from '../command/command.ts';
import { reasonHeader } from '../flag/reason.ts';
import { sentenceOf } from '../output/answer.ts';
import { uploadIds } from '../plan/carry-lists.ts';
import { findSegment, type ListedSegment } from './list-segments.ts';

export const uploadList = command({
  name: 'segment upload',
  summary: 'Upload a list of ids, and use it in a segment',
  arguments: { segment: argument('Name or id of the segment'), file: argument('File with one id per line, or CSV with a header') },
  options: {
    field: textOption('Context field that is compared with the ids (default: userId)', 'name'),
    column: textOption('Column of a CSV file (default: the first)', 'name'),
    reason: textOption('Reason for a direct change of a protected environment, or of features that SDKs would lose', 'text'),
    dryRun: flagOption('Upload and compare the list, but do not use it'),
    yes: flagOption('Do not ask for confirmation', 'y'),
  },
  examples: [
    { line: 'signalbox segment upload nordic ids.txt --dry-run', text: 'Shows how many ids a list would add and remove.' },
    { line: 'signalbox segment upload nordic ids.txt --yes', text: 'Replaces the ids that the segment has for `userId`.' },
  ],
  async run({ segment: name, file, field: contextName = 'userId', column, reason, dryRun: isDryRun, yes }, session) {
    const api = await session.api();
    const segment = await findSegment(api, name);
    const { hash, duplicates } = await uploadIds(api, resolve(session.folder, file), column);
    const path = { id: segment.id };
    const preview = await api.ask('GET /api/admin/segments/{id}/list-preview', { path, query: { hash, contextName } });
    const sentence = describePreview(segment.name, { ...preview, duplicates });
    const data = { segment: segment.name, hash, duplicates, ...preview };
    if (isDryRun) return sentenceOf({ ...data, used: false }, sentence);
    session.note(sentence);
    if (!yes && !(await session.confirm('Use the list?', 'Use --yes.'))) throw new Problem('NotConfirmed', 'Nothing was changed.');
    const constraints = withList(segment.constraints, contextName, hash);
    const { name: sameName, project, description } = segment;
    const body = { name: sameName, project, description, constraints: [...constraints] };
    const { revision } = await api.send('PUT /api/admin/segments/{id}', { path, body, headers: reasonHeader(reason) });
    return sentenceOf({ ...data, used: true, revision }, `${segment.name} uses the list.`);
  },
});

type Preview = AnswerOf<'GET /api/admin/segments/{id}/list-preview'> & { readonly duplicates: number };

function describePreview(segment: string, { size, added, removed, duplicates, serverOnly, uses, applications }: Preview): string {
  const counts = `${size} ids for ${segment}: ${added} added, ${removed} removed; the file repeats ${duplicates}. ${uses.length} uses by features.`;
  if (!serverOnly) return counts;
  const losing = applications.map(({ appName, feature, environment }) => `${appName} (${feature} in ${environment})`);
  const lost = losing.length === 0 ? 'No application' : losing.join(', ');
  return `${counts} The list is too long for SDKs, so that only servers evaluate it. Evaluating locally: ${lost}.`;
}

type Constraints = ListedSegment['constraints'];

/** Replaces the values of the field, or adds a constraint. */
function withList(constraints: Constraints, contextName: string, hash: string): Constraints {
  const listed = { contextName, operator: 'IN_LIST', value: hash } as const;
  const index = constraints.findIndex((one) => one.contextName === contextName && ['IN', 'IN_LIST'].includes(one.operator));
  if (index < 0) return [...constraints, listed];
  const { inverted } = constraints[index] as Constraints[number];
  return constraints.with(index, inverted === undefined ? listed : { ...listed, inverted });
}
