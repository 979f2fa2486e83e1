import { nullable, Protection } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';

const { selfApproval, reviewers, secondApprovalAbove, freezes, reasonRequired, recentContexts } = Protection.properties;

/** What is left out stays as it is. */
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
  /** Fewer than 1 count as 1, more than 10 as 10; 1 where nothing was said before. */
  requiredApprovals: Type.Optional(Type.Integer({ minimum: 0 })),
  ...PolicyInput,
});
export type ConfigureChangeRequests = Static<typeof ConfigureChangeRequests>;

export const ChangeRequestConfiguration = Type.Object({
  environment: Type.String(),
  type: Type.String(),
  changeRequestEnabled: Type.Boolean(),
  requiredApprovals: nullable(Protection.properties.requiredApprovals),
  /** The rest is there where change requests are asked for. */
  ...PolicyInput,
});
