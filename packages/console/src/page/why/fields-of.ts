import type { FeatureAnswer } from '../feature/state/use-feature.ts';

const excluded = ['default', 'random', 'currentTime', 'environment'];

/** Context fields that the strategies of a feature use in any environment, without those of its segments. */
export const fieldsOf = ({ environments }: FeatureAnswer): readonly string[] => [
  ...new Set(
    environments
      .flatMap(({ strategies }) => strategies)
      .flatMap(({ parameters, constraints }) => [parameters['stickiness'] ?? '', ...constraints.map(({ contextName }) => contextName)])
      .filter((field) => field !== '' && !excluded.includes(field)),
  ),
];
