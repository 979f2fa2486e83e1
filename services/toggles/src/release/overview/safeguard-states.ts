import { nullable, type Safeguard } from '@signalbox/contracts';
import type { ReadContext } from '@signalbox/kit';
import { type Static, Type } from 'typebox';
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

export function statesOf(
  { em, now }: ReadContext,
  { safeguards, ...watched }: Watched & { readonly safeguards: readonly Safeguard[] },
): Promise<Static<typeof SafeguardStates>> {
  const read = measuredReader(em, now().getTime());
  return Promise.all(
    safeguards.map(async (safeguard) => ({ id: safeguard.id, ...judgeSafeguard(safeguard, await read(safeguard, watched)) })),
  );
}
