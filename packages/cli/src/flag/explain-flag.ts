import type { Because, Constraint } from '../api/operations.ts';
import { argument, command, settingOption } from '../command/command.ts';
import { sentenceOf } from '../output/answer.ts';
import { contextOf, contextOptions } from './context.ts';

export const explainFlag = command({
  name: 'flag why',
  summary: 'Explain why a feature flag is on or off for a context',
  arguments: { flag: argument('Name of the flag') },
  options: { project: settingOption('project'), environment: settingOption('environment'), ...contextOptions },
  examples: [{ line: 'signalbox flag why new-checkout --environment development --user 7', text: 'Explains the result for a user.' }],
  async run({ flag, project, environment, ...given }, session) {
    const { environments } = await (await session.api()).ask('POST /api/admin/projects/{projectId}/features/{featureName}/preview', {
      path: { projectId: project, featureName: flag },
      body: { environments: [environment], contexts: [contextOf(given)] },
    });
    const [result] = environments[0]?.contexts ?? [];
    if (!result) throw new Error('The server returned no result.');
    const { enabled, variant, because, byChance } = result;
    return sentenceOf(
      { flag, environment, enabled, variant, because, byChance },
      `${flag} is ${enabled ? 'on' : 'off'}${variant === null ? '' : ` with the variant ${variant}`}: ${sentenceFor(because)}${byChance ? ' Without a stable user ID the result is random.' : ''}`,
    );
  },
});

/** The end of the sentence for each reason. Newer servers may have further reasons. */
const sentences: Readonly<Record<string, (because: Because) => string>> = {
  strategy: ({ strategy = '' }) => `the strategy ${strategy} matches.`,
  everybody: () => 'the flag has no strategy, so it is on for everyone.',
  off: () => 'the flag is disabled in this environment.',
  parent: () => 'a parent flag does not have the required result.',
  nothing: () => 'no strategy matches.',
  constraint: ({ constraint, given }) =>
    `${constraint ? ruleOf(constraint) : 'a constraint'} does not match ${given ?? 'a missing value'}.`,
  segment: ({ segment = '' }) => `the segment ${segment} does not match.`,
  share: ({ reaches = 0, bucket = 0 }) => `the rollout reaches ${reaches} %, and this context is at ${bucket}.`,
  rule: () => 'the parameters of the strategy do not match.',
  application: () => 'only the application knows the result of this strategy.',
};

const sentenceFor = (because: Because): string => sentences[because.kind]?.(because) ?? `${because.kind}.`;

const ruleOf = ({ contextName, operator, value, values = [] }: Constraint): string =>
  `${contextName} ${operator} ${[...(value === undefined ? [] : [value]), ...values].join(', ')}`;
