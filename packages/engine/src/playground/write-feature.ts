import type { FeatureState } from '@signalbox/contracts';

/** What is said of a feature for one context in one environment, as JSON. */
export interface WrittenResult {
  readonly json: string;
  /** Those members that are said of the feature as a whole, if this is its first result. */
  readonly summary: string;
}

/**
 * `{"name":…,"environments":{"<name>":[…],…},"isEnabled":…}`, a piece for each result. The results of an environment are made when it is
 * their turn; the feature has one at least.
 */
export function* writeFeature(
  { name, project }: FeatureState,
  environments: Iterable<readonly [environment: string, results: Iterable<WrittenResult>]>,
): Generator<string> {
  let summary: string | undefined;
  let chunk = `{"name":${JSON.stringify(name)},"projectId":${JSON.stringify(project)},"environments":{`;
  let comma = '';
  for (const [environment, results] of environments) {
    chunk += `${comma}${JSON.stringify(environment)}:[`;
    comma = '';
    for (const result of results) {
      summary ??= result.summary;
      yield `${chunk}${comma}${result.json}`;
      chunk = '';
      comma = ',';
    }
    chunk += ']';
    comma = ',';
  }
  if (summary === undefined) throw new Error(`${name} is told of and has no result`);
  yield `${chunk}},${summary}}`;
}
