import { nullable, Protection } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';

const { selfApproval, reviewers, secondApprovalAbove, freezes, reasonRequired, recentContexts } = Protection.properties;

/** Missing properties stay as they are. */
const PolicyInput = {
  selfApproval: Type.Optional(selfApproval),
  reviewers: Type.Optional(reviewers),
  secondApprovalAbove: Type.Optional(secondApprovalAbove),
  freezes: Type.Optional(freezes),
  reasonRequired: Type.Optional(reasonRequired),
  recentContexts,
};

export const ConfigureChangeRequests = Type.Object({
  changeRequestsEnabled: Type.Boolean(),
  /** Clamped to between 1 and 10. Defaults to the previous value, or 1. */
  requiredApprovals: Type.Optional(Type.Integer({ minimum: 0 })),
  ...PolicyInput,
});
export type ConfigureChangeRequests = Static<typeof ConfigureChangeRequests>;

export const ChangeRequestConfiguration = Type.Object({
  environment: Type.String(),
  type: Type.String(),
  changeRequestEnabled: Type.Boolean(),
  requiredApprovals: nullable(Protection.properties.requiredApprovals),
  /** Only present if change requests are enabled. */
  ...PolicyInput,
});
