import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { command, optionalSetting } from '../command/command.ts';
import { usageProblem } from '../base/problem.ts';
import { sentenceOf } from '../output/answer.ts';
import { parseSettings, settingsFileName } from '../settings/settings-file.ts';

export const init = command({
  name: 'init',
  summary: 'Create a signalbox.json in this folder',
  description: 'The file contains no secrets, so commit it.',
  options: {
    project: optionalSetting('project'),
    environment: optionalSetting('environment'),
    files: optionalSetting('files'),
    set: optionalSetting('set'),
  },
  examples: [
    {
      line: 'signalbox init --environment development --set shop',
      text: 'Writes the settings that the other commands use in this folder.',
    },
  ],
  async run({ project, environment, files, set }, { settings, terminal }) {
    const content = { url: settings.url?.value, project, environment, files, set, identity: settings.identity?.value };
    const path = join(terminal.cwd, settingsFileName);
    const text = `${JSON.stringify(content, null, 2)}\n`;
    parseSettings(path, text);
    await writeFile(path, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? usageProblem(`${path} exists already.`) : usageProblem(`${path} cannot be written: ${error.message}`);
    });
    return sentenceOf({ path, ...content }, `${path} is written.`);
  },
});
