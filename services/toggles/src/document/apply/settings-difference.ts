import { heaviestFirst } from '../../feature/variant/normalise-variants.ts';
import type { StoredSettings } from '../document/current-object.ts';
import type { SettingsSpec, StrategySpec } from '../document/settings.schema.ts';

/** The settings of a feature in one environment, as they are and as they should be. */
export interface SettingsDifference {
  readonly feature: string;
  readonly before: SettingsSpec;
  readonly after: SettingsSpec;
  /** The ids of `before`. */
  readonly stored: StoredSettings;
}

/** The ids of segments by name. */
export type SegmentIds = ReadonlyMap<string, number>;

/** A complete strategy of a milestone. */
export function strategyPayload(strategy: Omit<StrategySpec, 'key'>, ids: SegmentIds) {
  const { name, title = null, disabled = false, parameters = {}, segments = [], constraints = [], variants = [] } = strategy;
  return {
    name,
    title,
    disabled,
    parameters,
    constraints,
    variants: heaviestFirst(variants),
    segments: segments.flatMap((segment) => ids.get(segment) ?? []),
  };
}
