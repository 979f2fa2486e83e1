import { DateTime } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import { DocumentShape, maxDocuments } from '../document/document.schema.ts';
import { applying, Propose } from '../compare/plan.schema.ts';

const EnvironmentOfSource = Type.String({ minLength: 1, maxLength: 100 });
const names = Type.Array(Type.String(), { maxItems: maxDocuments });
const closed = { additionalProperties: false };

/** The documents of another instance, as it exports them for one environment. */
export const Bundle = Type.Object(
  { environment: EnvironmentOfSource, documents: Type.Array(DocumentShape, { maxItems: maxDocuments }) },
  closed,
);

export const PromotionSource = Type.Object(
  { environment: Type.Optional(EnvironmentOfSource), bundle: Type.Optional(Bundle) },
  { ...closed, description: 'An environment of the project, or the documents of another instance.' },
);

export const TargetEnvironment = Type.Object({ environment: Type.String() }, closed);

export const PromotionSelection = Type.Object(
  {
    features: Type.Optional(names),
    tags: Type.Optional(Type.Array(Type.String({ description: '`type:value`' }), { maxItems: 100 })),
    changedSince: Type.Optional(DateTime),
  },
  {
    ...closed,
    description:
      'Features with one of the names or tags; all if both are absent. With `changedSince`, only those of them that a user changed since then. Parents are included.',
  },
);

export const SegmentTreatment = Type.Enum(['update', 'keep', 'fail'], {
  description: 'Segments that exist with other content are updated (default), stay as they are, or are refused.',
});

export const EnabledTreatment = Type.Enum(['copy', 'keep'], {
  description: 'Features are enabled as in the source (default), or stay as they are in the target, unless they lose all strategies.',
});

export const WithReleasePlans = Type.Boolean({
  description:
    'Release plans and safeguards replace those of the target. Without it, those stay, and features with a release plan in the source are promoted without settings.',
});

/** The source, the target and the selection of a promotion. */
export const Promotion = Type.Object(
  {
    from: PromotionSource,
    to: TargetEnvironment,
    select: Type.Optional(PromotionSelection),
    segments: Type.Optional(SegmentTreatment),
    enabled: Type.Optional(EnabledTreatment),
    withReleasePlans: Type.Optional(WithReleasePlans),
    propose: Type.Optional(Propose),
    overwrite: Type.Optional(names),
  },
  closed,
);
export type Promotion = Static<typeof Promotion>;

export const ExpectedPromotion = Type.Object({ ...Promotion.properties, ...applying }, closed);
