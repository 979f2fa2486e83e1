import { argument, command, flagOption, settingOption } from '../command/command.ts';
import { exitCodes, Problem } from '../base/problem.ts';
import { sentenceOf } from '../output/answer.ts';
import { contextOf, contextOptions } from './context.ts';

export const evaluateFlag = command({
  name: 'flag eval',
  summary: 'Evaluate a feature flag for a context, as the SDKs do',
  arguments: { flag: argument('Name of the flag') },
  options: {
    project: settingOption('project'),
    environment: settingOption('environment'),
    ...contextOptions,
    test: flagOption('Exit with 7 if the flag is off'),
  },
  examples: [
    { line: 'signalbox flag eval new-checkout --environment development --user 7', text: 'Evaluates a flag for a user.' },
    {
      line: 'signalbox flag eval new-checkout --environment production --context country=NO --test',
      text: 'Fails a script with the exit code 7 if the flag is off.',
      exitCode: exitCodes.off,
    },
  ],
  async run({ flag, project, environment, test, ...given }, session) {
    const body = { environment, projects: [project], features: [flag], context: contextOf(given) };
    const api = await session.api();
    const { environments } = await api.ask('GET /api/admin/environments', {});
    if (!environments.some(({ name }) => name === environment))
      throw new Problem('NotFoundError', `There is no environment ${environment}.`);
    const { features } = await api.ask('POST /api/admin/playground', { body });
    const found = features.find(({ name }) => name === flag);
    if (!found) throw new Problem('NotFoundError', `There is no flag ${flag} in project ${project}.`);
    const { isEnabled: enabled, variant } = found;
    const name = variant.enabled ? ` with the variant ${variant.name}` : '';
    return {
      ...sentenceOf({ flag, environment, enabled, variant }, `${flag} is ${enabled ? 'on' : 'off'}${name}.`),
      ...(test && !enabled && { exitCode: exitCodes.off }),
    };
  },
});
