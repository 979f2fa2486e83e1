import { argument, command, flagOption, repeatedOption, settingOption, textOption } from '../command/command.ts';
import { usageProblem } from '../base/problem.ts';
import { objectOf } from '../output/answer.ts';

export const createFlag = command({
  name: 'flag create',
  summary: 'Create a feature flag, disabled in every environment',
  arguments: { flag: argument('Name of the flag') },
  options: {
    project: settingOption('project'),
    type: textOption('Type of the flag, such as release or experiment', 'type'),
    description: textOption('Description', 'text'),
    tag: repeatedOption('Tag', 'type:value'),
    codeDefault: textOption('Value that code falls back to, as JSON', 'json'),
    impressionData: flagOption('Let SDKs emit impression events'),
  },
  examples: [
    {
      line: 'signalbox flag create new-checkout --description "One page instead of three"',
      text: 'Creates a flag of the type `release`.',
    },
    { line: 'signalbox flag create wide-banner --type experiment --tag simple:checkout', text: 'Creates a flag with a type and a tag.' },
  ],
  async run({ flag, project, type, description, tag, codeDefault, impressionData }, session) {
    const body = {
      name: flag,
      ...(type !== undefined && { type }),
      ...(description !== undefined && { description }),
      ...(tag.length > 0 && { tags: tag.map(parseTag) }),
      ...(codeDefault !== undefined && { codeDefault: parseCodeDefault(codeDefault) }),
      ...(impressionData && { impressionData }),
    };
    const api = await session.api();
    return objectOf(await api.ask('POST /api/admin/projects/{projectId}/features', { path: { projectId: project }, body }));
  },
});

/** Splits `type:value`. */
export function parseTag(text: string): { readonly type: string; readonly value: string } {
  const at = text.indexOf(':');
  if (at < 1 || at === text.length - 1) throw usageProblem(`A tag has the form type:value; got ${text}.`);
  return { type: text.slice(0, at), value: text.slice(at + 1) };
}

/** The JSON value of `--code-default`. */
export function parseCodeDefault(text: string): boolean | number | string | Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as boolean | number | string | Readonly<Record<string, unknown>>;
  } catch {
    throw usageProblem(`--code-default requires JSON, such as true or '"blue"'; got ${text}.`);
  }
}
