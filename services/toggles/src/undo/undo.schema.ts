import { changeActions, nullable, mapOf } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';

const Name = nullable(Type.String({ maxLength: 255 }));

/** An event of toggles as audit shows it, and as the bus carries it; what else these show may stay. */
export const PastEvent = Type.Object({
  type: Type.String({ maxLength: 255 }),
  project: Name,
  environment: Name,
  featureName: Name,
  data: nullable(mapOf(Type.Unknown())),
  preData: nullable(mapOf(Type.Unknown())),
});
export type PastEvent = Static<typeof PastEvent>;

/** Beside the kinds of change that change requests hold, those that nothing protects. */
export const undoActions = [...changeActions, 'reviveFeature', 'updateFeature', 'tagFeature', 'untagFeature'] as const;
export type UndoAction = (typeof undoActions)[number];

const UndoChange = Type.Object({
  action: Type.Enum([...undoActions]),
  feature: nullable(Type.String()),
  payload: Type.Optional(Type.Unknown()),
});

/** Some of what was or is there, property by property. */
export const SeenState = Type.Object({}, { additionalProperties: true });

/** What undoing an event means, as things are. */
export const Undo = Type.Object({
  isReversible: Type.Boolean(),
  /** Reason in whole sentences; null if the event is reversible. */
  because: nullable(Type.String()),
  /** What would be done, without the full stop. */
  sentence: nullable(Type.String()),
  project: nullable(Type.String()),
  /** Where a change request would stand, too; null for what counts in all environments and needs none. */
  environment: nullable(Type.String()),
  /** As a change request takes it, where it is of a kind that these hold. */
  change: nullable(UndoChange),
  /** How the caller's undo would take effect. */
  way: nullable(Type.Enum(['direct', 'change request'])),
  /** Whether somebody has changed it since: `left` and `now` differ. */
  hasChanged: Type.Boolean(),
  /** What the event left there, as far as the change concerns it. */
  left: nullable(SeenState),
  /** What is there now. */
  now: nullable(SeenState),
});
export type Undo = Static<typeof Undo>;
