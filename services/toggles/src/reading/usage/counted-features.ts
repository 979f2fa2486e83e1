import type { EntityManager } from '@signalbox/kit';
import { Projection } from '@signalbox/table';
import { featureEnvironmentTable } from '../../tables/feature-parts.ts';
import { strategyTable } from '../../tables/strategy.ts';
import { tablesOf } from '../../tables/tables.ts';
import type { FoldedCount } from './fold-counts.ts';

/** The data of a feature in an environment that counts are checked against. */
interface CountedFeature {
  readonly project: string;
  readonly seenAt: number | null;
  readonly variants: ReadonlySet<string>;
}

export type CountedFeatures = ReadonlyMap<string, CountedFeature>;

/** The counted features that exist in the environment, with the names of their variants there. Executes two statements. */
export async function readCountedFeatures(
  em: EntityManager,
  environment: string,
  counts: readonly FoldedCount[],
): Promise<CountedFeatures> {
  const names = [...new Set(counts.map(({ featureName }) => featureName))];
  const query = tablesOf(em)
    .selectFrom('feature_environment')
    .innerJoin('feature', 'feature.name', 'feature_environment.feature_name')
    .where('environment', '=', environment)
    .where('feature_name', 'in', names)
    .select('project_id as project');
  const rows = await ofEnvironment.read(query);
  const ofStrategies = await readStrategyVariants(em, environment, names);
  return new Map(
    rows.map(({ featureName, project, lastSeenAt, variants }) => [
      featureName,
      {
        project,
        seenAt: lastSeenAt?.getTime() ?? null,
        variants: new Set([noVariant, ...namesOf(variants), ...(ofStrategies.get(featureName) ?? [])]),
      },
    ]),
  );
}

const ofEnvironment = new Projection(featureEnvironmentTable, ['featureName', 'lastSeenAt', 'variants']);
const ofStrategy = new Projection(strategyTable, ['featureName', 'variants']);

async function readStrategyVariants(em: EntityManager, environment: string, names: readonly string[]): Promise<Map<string, string[]>> {
  const query = tablesOf(em)
    .selectFrom('feature_strategy')
    .where('environment', '=', environment)
    .where('feature_name', 'in', names)
    .where('variants', '!=', '[]');
  const grouped = Map.groupBy(await ofStrategy.read(query), ({ featureName }) => featureName);
  return new Map([...grouped].map(([name, own]) => [name, own.flatMap(({ variants }) => namesOf(variants))]));
}

const namesOf = (variants: readonly { readonly name: string }[]): string[] => variants.map(({ name }) => name);

/** The variant that SDKs count if a feature has no variant for the user. */
const noVariant = 'disabled';

/** Stands for all unknown variants of a feature. It is not a valid name of a variant. */
const otherVariant = '[other]';

/** Drops counts of features that do not exist or that the application may not count, and combines unknown variants. */
export function validCounts(counts: readonly FoldedCount[], features: CountedFeatures): FoldedCount[] {
  return counts.flatMap((count) => {
    const feature = features.get(count.featureName);
    if (!feature || !mayCount(count, feature)) return [];
    return [{ ...count, variants: withoutInvented(count.variants, feature.variants) }];
  });
}

const mayCount = ({ projects }: FoldedCount, { project }: CountedFeature): boolean => projects.includes('*') || projects.includes(project);

function withoutInvented(counted: FoldedCount['variants'], own: ReadonlySet<string>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [name, uses] of counted) {
    const known = own.has(name) ? name : otherVariant;
    sums.set(known, (sums.get(known) ?? 0) + uses);
  }
  return sums;
}
