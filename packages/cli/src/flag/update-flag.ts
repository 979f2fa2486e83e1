import { argument, choiceOption, command, settingOption, textOption } from '../command/command.ts';
import { usageProblem } from '../base/problem.ts';
import { objectOf } from '../output/answer.ts';
import { parseCodeDefault } from './create-flag.ts';

const yesOrNo = ['yes', 'no'] as const;

export const updateFlag = command({
  name: 'flag update',
  summary: 'Update a feature flag; omitted properties stay unchanged',
  arguments: { flag: argument('Name of the flag') },
  options: {
    project: settingOption('project'),
    type: textOption('Type of the flag', 'type'),
    description: textOption('Description', 'text'),
    codeDefault: textOption('Value that code falls back to, as JSON', 'json'),
    stale: choiceOption('Whether the flag is stale', yesOrNo),
    impressionData: choiceOption('Whether SDKs emit impression events', yesOrNo),
  },
  examples: [{ line: 'signalbox flag update new-checkout --description "One page" --stale no', text: 'Updates a flag.' }],
  async run({ flag, project, type, description, codeDefault, stale, impressionData }, session) {
    const body = {
      ...(type !== undefined && { type }),
      ...(description !== undefined && { description }),
      ...(codeDefault !== undefined && { codeDefault: parseCodeDefault(codeDefault) }),
      ...(stale !== undefined && { stale: stale === 'yes' }),
      ...(impressionData !== undefined && { impressionData: impressionData === 'yes' }),
    };
    if (Object.keys(body).length === 0) throw usageProblem('There is nothing to update: use at least one option.');
    const api = await session.api();
    const path = { projectId: project, featureName: flag };
    return objectOf(await api.ask('PUT /api/admin/projects/{projectId}/features/{featureName}', { path, body }));
  },
});
