import { maxReviewers, nullable, Protection } from '@signalbox/contracts';
import { type Static, Type } from 'typebox';
import { closed } from './settings.schema.ts';

const { requiredApprovals, selfApproval, secondApprovalAbove, freezes, reasonRequired, recentContexts } = Protection.properties;

/** Identity owns both. An id is written for a name that is not known here. */
const named = (of: string) =>
  Type.Optional(
    Type.Array(Type.Union([Type.String({ minLength: 1, maxLength: 256 }), Type.Integer({ minimum: 1 })]), {
      maxItems: maxReviewers,
      description: `Names of ${of}. An id stands for a name that is not known.`,
    }),
  );

const ReviewersSpec = closed({
  groups: named('groups with a role in a project or in the instance'),
  roles: named('roles'),
});
export type ReviewersSpec = Static<typeof ReviewersSpec>;

/** The protection of an environment of a project. */
export const ProtectionSpec = closed({
  requiredApprovals: Type.Optional(requiredApprovals),
  selfApproval: Type.Optional(selfApproval),
  reviewers: Type.Optional(nullable(ReviewersSpec)),
  secondApprovalAbove: Type.Optional(secondApprovalAbove),
  freezes: Type.Optional(freezes),
  reasonRequired: Type.Optional(reasonRequired),
  recentContexts,
});
export type ProtectionSpec = Static<typeof ProtectionSpec>;
