import { argument, command, settingOption, textOption } from '../command/command.ts';
import { sentenceOf } from '../output/answer.ts';
import { reasonHeader } from './reason.ts';

export const archiveFlag = command({
  name: 'flag archive',
  summary: 'Archive a feature flag',
  arguments: { flag: argument('Name of the flag') },
  options: { project: settingOption('project'), reason: textOption('Reason for a direct change where environments are protected', 'text') },
  examples: [{ line: 'signalbox flag archive new-checkout', text: 'Archives a flag; `signalbox flag revive` undoes it.' }],
  async run({ flag, project, reason }, session) {
    const api = await session.api();
    const path = { projectId: project, featureName: flag };
    const { revision } = await api.send('DELETE /api/admin/projects/{projectId}/features/{featureName}', {
      path,
      headers: reasonHeader(reason),
    });
    return sentenceOf({ flag, project, archived: true, revision }, `${flag} is archived.`);
  },
});

export const reviveFlag = command({
  name: 'flag revive',
  summary: 'Revive an archived feature flag, disabled in every environment',
  arguments: { flag: argument('Name of the flag') },
  examples: [{ line: 'signalbox flag revive new-checkout', text: 'Revives a flag.' }],
  async run({ flag }, session) {
    const { revision } = await (await session.api()).send('POST /api/admin/archive/revive/{featureName}', { path: { featureName: flag } });
    return sentenceOf({ flag, archived: false, revision }, `${flag} is active again, and off in every environment.`);
  },
});
