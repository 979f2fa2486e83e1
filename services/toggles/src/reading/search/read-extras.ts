import type { EntityManager } from '@signalbox/kit';
import { readTogether, rowOf } from '@signalbox/table';
import type { Kysely } from 'kysely';
import { instantOf, type Tables } from '../../tables/tables.ts';
import type { CleanupVerdict } from './search.schema.ts';
import { firstHour, hourlyTotals } from '../usage/hourly-totals.ts';

/** Optional properties of a feature in search results. */
interface Extras {
  readonly usage?: number[];
  readonly cleanup?: CleanupVerdict;
  readonly changed?: { readonly at: string; readonly by: string } | null;
}

type ExtrasOf = (name: string) => Extras;

/** Which of them. */
type Included = { readonly now: Date } & Readonly<Record<keyof Extras, boolean>>;

/** Evaluations in each of the last 24 hours, the last change by a user, and the verdict on its removal. Executes one statement in total. */
export async function readExtras(
  em: EntityManager,
  names: readonly string[],
  { now, usage, changed, cleanup }: Included,
): Promise<ExtrasOf> {
  if (names.length === 0 || !(usage || changed || cleanup)) return () => ({});
  const first = firstHour(now);
  const namesIf = (isIncluded: boolean) => (isIncluded ? names : none);
  const { counts, collaborators, verdicts } = await readRows(em, namesIf(usage), namesIf(changed), namesIf(cleanup), first);
  const countsOf = Map.groupBy(counts, ({ name }) => name);
  const changesOf = Map.groupBy(collaborators, ({ name }) => name);
  const verdictOf = new Map(verdicts.map(({ name, verdict }) => [name, verdict]));
  return (name) => ({
    ...(usage && { usage: hourlyTotals(countsOf.get(name) ?? [], first) }),
    ...(changed && { changed: latest(changesOf.get(name) ?? []) }),
    ...(cleanup && { cleanup: verdictOf.get(name) ?? 'keep' }),
  });
}

/** Not a valid feature name. */
const none = [''];

function latest(changes: readonly { readonly at: number; readonly by: string }[]): { readonly at: string; readonly by: string } | null {
  const last = changes.reduce<{ at: number; by: string } | null>((one, other) => (one && one.at >= other.at ? one : other), null);
  return last && { at: instantOf(last.at), by: last.by };
}

const readRows = readTogether(
  (db: Kysely<Tables>, counted: readonly string[], changed: readonly string[], judged: readonly string[], first: number) => ({
    counts: db
      .selectFrom('usage_hour')
      .where('feature_name', 'in', counted)
      .where('hour', '>=', first)
      .groupBy(['feature_name', 'hour'])
      .select((table) =>
        rowOf({
          name: table.ref('feature_name'),
          hour: table.ref('hour'),
          total: table(table.fn.sum<number>('yes'), '+', table.fn.sum<number>('no')),
        }).as('row'),
      ),
    collaborators: db
      .selectFrom('feature_collaborator')
      .where('feature_name', 'in', changed)
      .select((table) => rowOf({ name: table.ref('feature_name'), by: table.ref('user_name'), at: table.ref('changed_at') }).as('row')),
    verdicts: db
      .selectFrom('feature_verdict')
      .where('feature_name', 'in', judged)
      .select((table) => rowOf({ name: table.ref('feature_name'), verdict: table.ref('verdict') }).as('row')),
  }),
);
