import { Change, Constraint, EnvironmentName, EvaluatedContext, FeatureVariant, nullable, Refusal } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';

/** One feature for several people in several environments; `draft` is what somebody thinks of changing in one of them. */
export const PreviewQuestion = Type.Object({
  environments: Type.Array(EnvironmentName, { minItems: 1, maxItems: 50 }),
  contexts: Type.Array(EvaluatedContext, { minItems: 1, maxItems: 100 }),
  draft: Type.Optional(
    Type.Object({
      environment: EnvironmentName,
      changes: Type.Array(Type.Object({ action: Change.properties.action, payload: Type.Optional(Type.Unknown()) }), {
        minItems: 1,
        maxItems: 50,
      }),
    }),
  ),
});
export type PreviewQuestion = Static<typeof PreviewQuestion>;

/**
 * What decided. `strategy` holds; `everybody`: it is on and has no strategies. What kept it off: the switch (`off`), a parent, no strategy that is
 * switched on (`nothing`), or a part of the strategy that came nearest: a constraint, a segment, the share, its own rule, or what only the
 * application knows.
 */
export const Because = Type.Object({
  kind: Type.Enum(['strategy', 'everybody', 'off', 'parent', 'nothing', 'constraint', 'segment', 'share', 'rule', 'application']),
  /** The id of the strategy that holds, or came nearest. */
  strategy: Type.Optional(Type.String()),
  constraint: Type.Optional(Constraint),
  /** The value of the constraint's field in the context; null where it has none. */
  given: Type.Optional(nullable(Type.String())),
  segment: Type.Optional(Type.String()),
  /** How many of 100 the share reaches. */
  reaches: Type.Optional(Type.Number()),
  /** The place of the context among 100, 0 where it has nothing to be placed by; absent where nothing was placed, as in a share of none. */
  bucket: Type.Optional(Type.Integer()),
});
export type Because = Static<typeof Because>;

const Told = Type.Object({
  enabled: Type.Boolean(),
  variant: nullable(FeatureVariant.properties.name),
  because: Because,
  /** Whether chance had a part in it, so that the next answer may be another. */
  byChance: Type.Boolean(),
});

/** `environments` and the contexts in each stand in the order in which they were asked for; `after` is with the draft, in its environment alone. */
export const PreviewAnswer = Type.Object({
  environments: Type.Array(
    Type.Object({
      name: Type.String(),
      contexts: Type.Array(Type.Object({ ...Told.properties, after: Type.Optional(Told) })),
    }),
  ),
  /** Why changes of the draft could not be made; they count as not being there. */
  refusals: Type.Array(Refusal),
});
export type PreviewAnswer = Static<typeof PreviewAnswer>;
/** What one context is told. */
export type Told = Static<typeof Told>;
