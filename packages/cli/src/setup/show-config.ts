import { command, optionalSetting } from '../command/command.ts';
import { listOf } from '../output/answer.ts';
import { settingNames } from '../settings/settings.ts';

export const showConfig = command({
  name: 'config',
  summary: 'Show each setting, its value and its origin',
  options: {
    project: optionalSetting('project'),
    environment: optionalSetting('environment'),
    files: optionalSetting('files'),
    set: optionalSetting('set'),
  },
  examples: [{ line: 'signalbox config', text: 'Shows the settings that commands use in this folder. A token is masked.' }],
  async run(_, { settings }) {
    const rows = settingNames.flatMap((name) => {
      const resolved = settings[name];
      return resolved === undefined ? [] : [{ name, value: name === 'token' ? '...' : resolved.value, origin: resolved.origin }];
    });
    return listOf(rows, { name: ({ name }) => name, value: ({ value }) => value, origin: ({ origin }) => origin });
  },
});
