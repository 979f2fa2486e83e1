import { canonicalText, differingNames } from './canonical.ts';
import type { SampleContext } from './contexts.ts';
import { compareUntilEqual } from './compare-until-equal.ts';
import type { Sides } from './sides.ts';
import type { Difference } from './verification.ts';

interface Evaluated {
  readonly name: string;
  readonly variant?: Readonly<Record<string, unknown>>;
}

/** Some versions repeat `feature_enabled` in another spelling. */
const canonicalEvaluation = ({ variant: { featureEnabled: _repeated, ...variant } = {}, ...toggle }: Evaluated): string =>
  canonicalText({ ...toggle, variant });

/** Requests at once, so that the instances stay responsive. */
const atOnce = 4;

/** Compares all features that the frontend API returns, in each context. */
export async function compareEvaluations(
  sides: Sides,
  contexts: readonly SampleContext[],
  ignored: ReadonlySet<string>,
): Promise<Difference[]> {
  const compare = (context: SampleContext) => compareContext(sides, context, ignored);
  // The first context waits until both sides serve the latest changes.
  const differences = contexts[0] ? await compareUntilEqual(() => compare(contexts[0] ?? {})) : [];
  for (let from = 1; from < contexts.length; from += atOnce)
    differences.push(...(await Promise.all(contexts.slice(from, from + atOnce).map(compare))).flat());
  return differences;
}

async function compareContext(
  { name: token, source, target }: Sides,
  context: SampleContext,
  ignored: ReadonlySet<string>,
): Promise<Difference[]> {
  const query = new URLSearchParams(context).toString();
  const read = async (api: Sides['source']) => {
    const { toggles } = await api.get<{ toggles: Evaluated[] }>(`/api/frontend?${query}`);
    return new Map(toggles.filter(({ name }) => !ignored.has(name)).map((toggle) => [toggle.name, canonicalEvaluation(toggle)]));
  };
  const [left, right] = await Promise.all([read(source), read(target)]);
  return differingNames(left, right).map((feature) => ({
    token,
    feature,
    context,
    source: left.get(feature) ?? 'disabled',
    target: right.get(feature) ?? 'disabled',
  }));
}
