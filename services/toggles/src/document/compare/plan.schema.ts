import { nullable, proposalTarget } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import { FeatureReach } from '../../feature/feature/feature.schema.ts';
import { LocalApplication } from '../../feature/list/local-applications.ts';
import { DocumentKind, DocumentShape, maxDocuments, SetName } from '../document/document.schema.ts';

export const Propose = Type.Boolean({
  description: 'Propose protected changes, even if the caller may make them directly. Agents propose all that change requests can contain.',
});

/** The desired objects of a set of documents. With null, new objects belong to no set, as if users created them. */
export const DocumentSet = Type.Object(
  {
    set: nullable(SetName),
    documents: Type.Array(DocumentShape, { maxItems: maxDocuments }),
    prune: Type.Optional(
      Type.Boolean({ description: 'Delete the objects of the set that the documents do not contain; archive features.' }),
    ),
    takeOver: Type.Optional(Type.Boolean({ description: 'Make all objects in the documents part of the set, even those of another set.' })),
    propose: Type.Optional(Propose),
  },
  { additionalProperties: false },
);
export type DocumentSet = Static<typeof DocumentSet>;

export const ExpectedHash = Type.Object({ hash: Type.String({ description: 'The hash of the plan to apply.' }) });

/** The plan to apply, and where its protected changes go. */
export const applying = {
  expect: ExpectedHash,
  into: Type.Optional(proposalTarget('a change request of its own, which is sent for review')),
};

export const ApplyRequest = Type.Object(
  {
    ...DocumentSet.properties,
    ...applying,
  },
  { additionalProperties: false },
);

export const AppliedPlanShape = Type.Object({
  id: nullable(Type.String({ description: 'For the undo of the direct changes; null if there are none, or too large ones.' })),
  applied: Type.Integer({ minimum: 0, description: 'Number of actions that were written directly.' }),
  changeRequests: Type.Array(
    Type.Object({
      id: nullable(Type.Integer({ description: 'Null if the change request was not created within five seconds.' })),
      environment: Type.String(),
      url: nullable(Type.String({ description: 'Path in the console.' })),
      hash: Type.String({ description: 'The hash of the plan.' }),
    }),
  ),
});

const content = nullable(Type.Object({}));

export const EffectKind = Type.Enum(['new', 'widens', 'narrows', 'same'], { description: 'Strategies that cannot be compared widen.' });

/** The effect of a change on the users of a feature in an environment. */
export const ChangeEffect = Type.Object(
  {
    kind: EffectKind,
    before: FeatureReach,
    after: FeatureReach,
    evaluations: Type.Integer({ description: 'In the past 60 minutes.' }),
    turned: Type.Integer({ description: 'How many of them would become on; negative: off.' }),
    isBound: Type.Boolean({ description: 'Conditions decide, so `turned` is a bound.' }),
  },
  { description: 'Only in plans, for changes of the settings of a feature.' },
);
export type ChangeEffect = Static<typeof ChangeEffect>;

/** A change that applying the plan would make. */
export const PlanActionShape = Type.Object({
  op: Type.Enum(['create', 'update', 'delete']),
  kind: DocumentKind,
  name: Type.String(),
  environment: Type.Optional(Type.String({ description: 'Absent for changes outside of environments.' })),
  before: content,
  after: content,
  patch: Type.Array(
    Type.Object({ op: Type.Enum(['add', 'remove', 'replace']), path: Type.String(), value: Type.Optional(Type.Unknown()) }),
    { description: 'The difference between before and after (RFC 6902).' },
  ),
  protected: Type.Boolean({ description: 'The change becomes part of a change request.' }),
  changedInTarget: Type.Optional(
    Type.Boolean({
      description:
        'Someone changed it since it was last promoted, or since the plan that is undone. A promotion must name the feature in `overwrite`, an undo needs `anyway`.',
    }),
  ),
  effect: Type.Optional(ChangeEffect),
  localApplications: Type.Optional(
    Type.Array(LocalApplication, {
      description:
        'Applications that evaluate locally and would no longer get the feature, because a list is too long for SDKs. To apply the change, give a reason in `X-Change-Reason`.',
    }),
  ),
  reason: Type.Optional(Type.String({ description: 'Why the change is refused.' })),
});

/** A change without its content. */
export const PlanDifference = Type.Object({
  ...Type.Pick(PlanActionShape, ['op', 'kind', 'name', 'environment', 'protected', 'changedInTarget', 'localApplications', 'reason'])
    .properties,
  effect: Type.Optional(Type.Omit(ChangeEffect, ['before', 'after'])),
  losesStrategies: Type.Boolean({ description: 'A feature with strategies would have none.' }),
  fingerprint: Type.String({ description: 'Of the content before and after.' }),
});

export const PlanDifferences = Type.Object({
  revision: Type.Integer({ minimum: 0 }),
  hash: Type.String({ description: 'The hash of the plan, for apply.' }),
  differences: Type.Array(PlanDifference),
});

const count = Type.Integer({ minimum: 0 });

export const DocumentPlan = Type.Object({
  revision: count,
  hash: Type.String({ description: 'SHA-256 of the actions, for apply.' }),
  summary: Type.Object({ create: count, update: count, delete: count, same: count, refused: count }),
  actions: Type.Array(PlanActionShape),
});
