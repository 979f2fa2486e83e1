import type { FeatureState } from '@signalbox/contracts';

/** Result of a feature for one context in one environment, as JSON. */
export interface WrittenResult {
  readonly json: string;
  /** Members that describe the feature as a whole, taken from its first result. */
  readonly summary: string;
}

/**
 * Yields `{"name":…,"environments":{"<name>":[…],…},"isEnabled":…}`, one chunk per result. Results of an environment are computed when they
 * are due. The feature must have at least one.
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
  if (summary === undefined) throw new Error(`${name} has no result`);
  yield `${chunk}},${summary}}`;
}
