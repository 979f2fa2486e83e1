import { changeActions, nullable, mapOf } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';

const Name = nullable(Type.String({ maxLength: 255 }));

/** An event of toggles, as audit returns it or the bus delivers it. Other properties are ignored. */
export const PastEvent = Type.Object({
  type: Type.String({ maxLength: 255 }),
  project: Name,
  environment: Name,
  featureName: Name,
  data: nullable(mapOf(Type.Unknown())),
  preData: nullable(mapOf(Type.Unknown())),
});
export type PastEvent = Static<typeof PastEvent>;

/** Actions of change requests, and unprotected actions. */
export const undoActions = [...changeActions, 'reviveFeature', 'updateFeature', 'tagFeature', 'untagFeature'] as const;
export type UndoAction = (typeof undoActions)[number];

const UndoChange = Type.Object({
  action: Type.Enum([...undoActions]),
  feature: nullable(Type.String()),
  payload: Type.Optional(Type.Unknown()),
});

/** Properties of a past or current state. */
export const SeenState = Type.Object({}, { additionalProperties: true });

/** The effect of undoing an event in the current state. */
export const Undo = Type.Object({
  isReversible: Type.Boolean(),
  /** Reason in whole sentences; null if the event is reversible. */
  because: nullable(Type.String()),
  /** The change in one sentence, without the full stop. */
  sentence: nullable(Type.String()),
  project: nullable(Type.String()),
  /** The environment of the change, or of its change request; null for a change in all environments that needs none. */
  environment: nullable(Type.String()),
  /** The change in the form of change requests, if they support the action. */
  change: nullable(UndoChange),
  /** The form of the caller's undo. */
  way: nullable(Type.Enum(['direct', 'change request'])),
  /** True if the object has changed since: `left` and `now` differ. */
  hasChanged: Type.Boolean(),
  /** The state after the event, in the properties that the change affects. */
  left: nullable(SeenState),
  /** The current state, in the same properties. */
  now: nullable(SeenState),
});
export type Undo = Static<typeof Undo>;
