import { compareUntilEqual } from './compare-until-equal.ts';
import { canonicalFeatures, differingNames } from './canonical.ts';
import type { Sides } from './sides.ts';
import type { Difference } from './verification.ts';

/** Compares what SDKs receive with one token. */
export async function compareClientFeatures({ name, source, target }: Sides): Promise<{ features: number; differences: Difference[] }> {
  let features = 0;
  const differences = await compareUntilEqual(async () => {
    const [left, right] = await Promise.all([read(source), read(target)]);
    features = left.size;
    return differingNames(left, right).map((feature) => ({
      token: name,
      feature,
      source: left.get(feature) ?? 'missing',
      target: right.get(feature) ?? 'missing',
    }));
  });
  return { features, differences };
}

const read = async (api: Sides['source']) =>
  canonicalFeatures(await api.get<Parameters<typeof canonicalFeatures>[0]>('/api/client/features'));
