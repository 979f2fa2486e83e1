import type { FeatureAnswer } from '../feature/use-feature.ts';

const notAsked = ['default', 'random', 'currentTime', 'environment'];

/** Fields of the context that strategies of a feature go by, in any environment; those of its segments are not among them. */
export const fieldsOf = ({ environments }: FeatureAnswer): readonly string[] => [
  ...new Set(
    environments
      .flatMap(({ strategies }) => strategies)
      .flatMap(({ parameters, constraints }) => [parameters['stickiness'] ?? '', ...constraints.map(({ contextName }) => contextName)])
      .filter((field) => field !== '' && !notAsked.includes(field)),
  ),
];
