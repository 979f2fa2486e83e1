import { Safeguard, safeguardActions } from '@signalbox/contracts';
import { type Static, Type } from 'typebox';

/** Maximum number of safeguards of a release plan, a template or a feature in an environment. */
export const maxSafeguards = 10;

/** `hold` and `off` are short for the actions of the reference system. With an id, replaces that safeguard. */
export const WriteSafeguard = Type.Object({
  id: Type.Optional(Type.String()),
  impactMetric: Safeguard.properties.impactMetric,
  triggerCondition: Safeguard.properties.triggerCondition,
  action: Type.Optional(Type.Enum([...safeguardActions, 'hold', 'off'])),
  onNoData: Type.Optional(Safeguard.properties.onNoData),
  graceMinutes: Type.Optional(Safeguard.properties.graceMinutes),
  compare: Safeguard.properties.compare,
  per: Safeguard.properties.per,
  variant: Safeguard.properties.variant,
  minimumSample: Safeguard.properties.minimumSample,
  debounce: Safeguard.properties.debounce,
});
export type WriteSafeguard = Static<typeof WriteSafeguard>;

/** A safeguard of a feature has no release to hold, so it only switches the feature off. */
export const WriteEnvironmentSafeguard = Type.Object({
  ...WriteSafeguard.properties,
  action: Type.Optional(Type.Enum(['disableFeatureEnvironment', 'off'])),
  onNoData: Type.Optional(Type.Enum(['ignore', 'off'])),
});
export type WriteEnvironmentSafeguard = Static<typeof WriteEnvironmentSafeguard>;
