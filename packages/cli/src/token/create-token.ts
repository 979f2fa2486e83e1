import { argument, choiceOption, command, flagOption, settingOption, textOption } from '../command/command.ts';
import { usageProblem } from '../base/problem.ts';
import { sentenceOf } from '../output/answer.ts';

export const createToken = command({
  name: 'token create',
  summary: 'Create an API token for an application; only this output contains its secret',
  arguments: { name: argument('Name of the token') },
  options: {
    project: settingOption('project'),
    environment: settingOption('environment'),
    type: choiceOption('Type of the token (default: client)', ['client', 'frontend']),
    secret: flagOption('Print only the secret'),
    expires: textOption('Day or moment in UTC at which the token expires', 'day'),
  },
  examples: [
    { line: 'signalbox token create shop --environment development', text: 'Creates a token for the SDK of a server.' },
    { line: 'signalbox token create shop-jobs --environment development --secret', text: 'Prints the secret for a script.' },
    {
      line: 'signalbox token create shop-page --environment development --type frontend --output yaml',
      text: 'Creates a token for the SDK of a browser.',
    },
  ],
  async run({ name, project, environment, type = 'client', secret, expires }, session) {
    if (expires !== undefined && Number.isNaN(Date.parse(expires)))
      throw usageProblem(`--expires requires a date such as 2027-01-31; got ${expires}.`);
    const expiresAt = expires === undefined ? null : new Date(expires).toISOString();
    const body = { tokenName: name, type, environment, projects: [project], expiresAt };
    const token = await (await session.api()).ask('POST /api/admin/api-tokens', { body });
    if (!secret) return sentenceOf(token, token.secret);
    session.terminal.stdout.write(`${token.secret}\n`);
    return undefined;
  },
});
