import type { Choice, EntriesOf } from '../../parts/form/fields.ts';
import type { Configuration } from './protection.ts';

/** The values of the form of an environment's rules. */
export type RuleValues = ReturnType<typeof ruleValues>;

export const ruleValues = ({ changeRequestEnabled, requiredApprovals, ...rules }: Configuration) => ({
  enabled: changeRequestEnabled,
  approvals: String(requiredApprovals ?? 1),
  selfApproval: rules.selfApproval ?? false,
  reason: rules.reasonRequired ?? false,
  groups: (rules.reviewers?.groups ?? []).map(String),
  roles: (rules.reviewers?.roles ?? []).map(String),
  second: typeof rules.secondApprovalAbove === 'number' ? String(Math.round(rules.secondApprovalAbove * 1000) / 10) : '',
  recent: rules.recentContexts ?? false,
});

/** The groups and roles that reviewers can be limited to. */
const reviewersHint = 'Select no group and no role to let everyone approve who has the permission.';

/** The fields of the form. Unprotected environments have only the first. */
export const ruleEntries =
  ({ groups, roles }: { readonly groups: readonly Choice[]; readonly roles: readonly Choice[] }) =>
  ({ enabled }: RuleValues): EntriesOf<RuleValues> => ({
    enabled: { kind: 'flag', label: 'Require change requests', hint: 'Changes must be proposed and approved before they are applied.' },
    ...(enabled && {
      approvals: { kind: 'number', label: 'Required approvals', isRequired: true },
      second: {
        kind: 'number',
        label: 'One more approval above this percentage of affected contexts',
        hint: 'From 0 to 100. Leave empty for none.',
      },
      selfApproval: { kind: 'flag', label: 'Authors can approve their own requests' },
      reason: {
        kind: 'flag',
        label: 'Require a reason for changes without a request',
        hint: 'Applies to users who may skip change requests.',
      },
      recent: { kind: 'flag', label: 'Sample contexts from applications to estimate the impact', hint: 'Kept in memory for an hour.' },
      roles: { kind: 'choices', label: 'Roles whose approvals count', hint: reviewersHint, choices: roles },
      ...(groups.length > 0 && {
        groups: { kind: 'choices', label: 'Groups whose approvals count', hint: reviewersHint, choices: groups },
      }),
    }),
  });

/** The request body of the form. */
export function rulesOf({ enabled, approvals, selfApproval, reason, groups, roles, second, recent }: RuleValues) {
  if (!enabled) return { changeRequestsEnabled: false };
  const isLimited = groups.length + roles.length > 0;
  return {
    changeRequestsEnabled: true,
    requiredApprovals: Number(approvals),
    selfApproval,
    reasonRequired: reason,
    reviewers: isLimited ? { groups: groups.map(Number), roles: roles.map(Number) } : null,
    secondApprovalAbove: second.trim() === '' ? null : Number(second) / 100,
    recentContexts: recent,
  };
}
