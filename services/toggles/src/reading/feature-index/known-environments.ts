import { compareTexts, type EntityManager } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { featureEnvironmentTable } from '../../tables/feature-parts.ts';
import type { Selectable } from 'kysely';
import { type Tables, tablesOf } from '../../tables/tables.ts';
import type { IndexedSettings } from './indexed-feature.ts';

const { columns } = featureEnvironmentTable;

type Environment = Pick<Tables['environment'], 'name' | 'type' | 'sort_order'>;

type SettingsRow = Pick<
  Selectable<Tables['feature_environment']>,
  'environment' | 'enabled' | 'strategy_count' | 'enabled_strategy_count'
> & {
  /** Null if there are none. */
  readonly variants: string | null;
  readonly reach: IndexedSettings['reach'];
};

/** The environments of the instance, and the distinct settings of features in them, which many features share. */
export class KnownEnvironments {
  readonly #environments: ReadonlyMap<string, Environment>;
  readonly #settings = new Map<string, IndexedSettings>();

  private constructor(environments: readonly Environment[]) {
    this.#environments = new Map(environments.map((environment) => [environment.name, environment]));
  }

  static async read(em: EntityManager): Promise<KnownEnvironments> {
    return new KnownEnvironments(await tablesOf(em).selectFrom('environment').select(['name', 'type', 'sort_order']).execute());
  }

  /**
   * In the order of the environments. Leaves out environments that were created after the others were read, because an event
   * for them follows.
   */
  settingsFrom(rows: readonly SettingsRow[]): IndexedSettings[] {
    return rows
      .flatMap((row) => {
        const environment = this.#environments.get(row.environment);
        return environment ? this.#stored(environment, row) : [];
      })
      .sort(inOrder);
  }

  #stored(environment: Environment, row: SettingsRow): IndexedSettings {
    const variantCount = row.variants === null ? 0 : columns.variants.decode(row.variants).length;
    const [hasStrategies, hasEnabledStrategies] = [row.strategy_count > 0, row.enabled_strategy_count > 0];
    const key = compositeKey(environment.name, row.enabled, variantCount, hasStrategies, hasEnabledStrategies, row.reach);
    const known = this.#settings.get(key);
    if (known) return known;
    const { name, type, sort_order: sortOrder } = environment;
    const enabled = columns.enabled.decode(row.enabled);
    const shown = {
      name,
      enabled: enabled && hasStrategies,
      type,
      sortOrder,
      variantCount,
      lastSeenAt: null,
      hasStrategies,
      hasEnabledStrategies,
    };
    const { lastSeenAt: _lastSeenAt, ...constant } = shown;
    const settings = { enabled, reach: row.reach, shown, json: JSON.stringify(constant).slice(0, -1) };
    this.#settings.set(key, settings);
    return settings;
  }
}

const inOrder = (one: IndexedSettings, other: IndexedSettings): number =>
  one.shown.sortOrder - other.shown.sortOrder || compareTexts(one.shown.name, other.shown.name);
