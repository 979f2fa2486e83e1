import { argument, command, repeatedOption, settingOption, textOption } from '../command/command.ts';
import { Problem, usageProblem } from '../base/problem.ts';
import type { Api } from '../api/api.ts';
import type { FeatureStrategy } from '../api/operations.ts';
import { reasonHeader } from '../flag/reason.ts';
import { listOf, objectOf, sentenceOf } from '../output/answer.ts';
import { parseConstraint } from './parse-constraint.ts';

const flagArgument = argument('Name of the flag');
const options = { project: settingOption('project'), environment: settingOption('environment') } as const;
const reason = textOption('Reason for a direct change in a protected environment', 'text');

export const listStrategies = command({
  name: 'strategy list',
  summary: 'List the strategies of a feature flag in one environment',
  arguments: { flag: flagArgument },
  options,
  examples: [{ line: 'signalbox strategy list new-checkout --environment development', text: 'Lists who gets a flag.' }],
  async run({ flag, project, environment }, session) {
    const strategies = await (await session.api()).ask(
      'GET /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies',
      { path: { projectId: project, featureName: flag, environment } },
    );
    return listOf(strategies, {
      id: ({ id }) => id,
      name: ({ name }) => name,
      title: ({ title }) => title,
      rollout: ({ parameters }) => (parameters['rollout'] === undefined ? '' : `${parameters['rollout']} %`),
      constraints: ({ constraints }) =>
        constraints.map(({ contextName, operator, values, value }) => `${contextName} ${operator} ${(values ?? [value]).join(',')}`),
    });
  },
});

export const addStrategy = command({
  name: 'strategy add',
  summary: 'Add a strategy to a feature flag in one environment',
  arguments: { flag: flagArgument },
  options: {
    ...options,
    name: textOption('Type of the strategy (default: flexibleRollout)', 'name'),
    title: textOption('Title', 'text'),
    rollout: textOption('Share of users in percent, from 0 to 100 (default: 100)', 'percent'),
    stickiness: textOption('Context field by which users stay in or out (default: default)', 'field'),
    constraint: repeatedOption('Constraint, such as "country IN NO,SE" or "not appVersion SEMVER_LT 2.0.0"', 'constraint'),
    segment: repeatedOption('Name of a segment', 'name'),
    reason,
  },
  examples: [
    {
      line: 'signalbox strategy add new-checkout --environment development --rollout 25 --constraint "country IN NO,SE"',
      text: 'Gives a flag to a quarter of the users in two countries.',
    },
    { line: 'signalbox strategy add new-checkout --environment development --segment nordic', text: 'Gives a flag to a segment.' },
  ],
  async run(input, session) {
    const { flag, project, environment, name = 'flexibleRollout', title, rollout = '100', stickiness = 'default' } = input;
    refuseInvalidShare(rollout);
    const api = await session.api();
    const body = {
      name,
      ...(title !== undefined && { title }),
      ...(name === 'flexibleRollout' && { parameters: { rollout, stickiness, groupId: flag } }),
      constraints: input.constraint.map(parseConstraint),
      segments: await segmentIds(api, input.segment),
    };
    const path = { projectId: project, featureName: flag, environment };
    const strategy: FeatureStrategy = await api.ask(
      'POST /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies',
      { path, body, headers: reasonHeader(input.reason) },
    );
    return objectOf(strategy);
  },
});

export const deleteStrategy = command({
  name: 'strategy delete',
  summary: 'Delete a strategy of a feature flag',
  arguments: { flag: flagArgument, id: argument('Id of the strategy, or its number in the list, beginning with 1') },
  options: { ...options, reason },
  examples: [{ line: 'signalbox strategy delete new-checkout 1 --environment development', text: 'Deletes the first strategy.' }],
  async run({ flag, id, project, environment, reason: why }, session) {
    const api = await session.api();
    const path = { projectId: project, featureName: flag, environment };
    const all = await api.ask('GET /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies', { path });
    const strategyId = all[Number(id) - 1]?.id ?? id;
    const { revision } = await api.send(
      'DELETE /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies/{strategyId}',
      { path: { ...path, strategyId }, headers: reasonHeader(why) },
    );
    return sentenceOf({ flag, environment, strategyId, revision }, `The strategy ${strategyId} is deleted.`);
  },
});

/** Nobody gets a flag whose share is not a number. */
function refuseInvalidShare(rollout: string): void {
  if (!/^(?:100|[1-9]?\d)$/.test(rollout)) throw usageProblem(`--rollout must be a whole number from 0 to 100; got ${rollout}.`);
}

async function segmentIds(api: Api, names: readonly string[]): Promise<readonly number[]> {
  if (names.length === 0) return [];
  const { segments } = await api.ask('GET /api/admin/segments', {});
  return names.map((name) => {
    const found = segments.find((segment) => segment.name === name);
    if (!found) throw new Problem('NotFoundError', `There is no segment ${name}.`);
    return found.id;
  });
}
