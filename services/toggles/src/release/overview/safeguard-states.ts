import { nullable, type Safeguard } from '@signalbox/contracts';
import type { ReadContext } from '@signalbox/kit';
import { type Static, Type } from 'typebox';
import { readHiddenLabels } from '../../metric/chart/hidden-labels.ts';
import { judgeSafeguard } from '../safeguard/judge-safeguard.ts';
import { measuredReader, type Watched } from '../safeguard/read-measured.ts';

/** Current state of each safeguard. */
export const SafeguardStates = Type.Array(
  Type.Object({
    id: Type.String(),
    /** `undecided`: there are values, but not enough to compare. */
    state: Type.Enum(['fine', 'beyond', 'undecided', 'no data']),
    /** The value, or with `before` and `relative` the ratio. */
    value: nullable(Type.Number()),
    reason: Type.String(),
  }),
);

/** The states for the caller: a safeguard that selects by the label of a hidden feature has no data. */
export async function statesOf(
  context: ReadContext,
  { safeguards, ...watched }: Watched & { readonly safeguards: readonly Safeguard[] },
): Promise<Static<typeof SafeguardStates>> {
  const now = context.now().getTime();
  const hidden = await readHiddenLabels(context, new Set(safeguards.flatMap(labelsOf)));
  const read = measuredReader(context.em, now);
  const measure = (safeguard: Safeguard) =>
    labelsOf(safeguard).some((label) => hidden.has(label)) ? { ...watched, now, value: null } : read(safeguard, watched);
  return Promise.all(safeguards.map(async (safeguard) => ({ id: safeguard.id, ...judgeSafeguard(safeguard, await measure(safeguard)) })));
}

const labelsOf = ({ impactMetric }: Safeguard): string[] => Object.keys(impactMetric.labelSelectors);
