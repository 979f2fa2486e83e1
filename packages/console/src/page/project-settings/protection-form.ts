import type { Choice, EntriesOf } from '../../parts/form/fields.ts';
import type { Configuration } from './protection.ts';
import { projectSettingsTexts } from './texts.ts';

const texts = projectSettingsTexts.protection;

/** The values of the form of an environment's rules. */
export interface RuleValues extends Readonly<Record<string, string | boolean | readonly string[]>> {
  readonly enabled: boolean;
  readonly approvals: string;
  readonly selfApproval: boolean;
  readonly reason: boolean;
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  /** Percentage; empty for none. */
  readonly second: string;
  readonly recent: boolean;
}

export const ruleValues = ({ changeRequestEnabled, requiredApprovals, ...rules }: Configuration): RuleValues => ({
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
interface Known {
  readonly groups: readonly Choice[];
  readonly roles: readonly Choice[];
}

/** The fields of the form. Unprotected environments have only the first. */
export const ruleEntries =
  ({ groups, roles }: Known) =>
  ({ enabled }: RuleValues): EntriesOf<RuleValues> => ({
    enabled: { kind: 'flag', label: texts.enabled, hint: texts.enabledHint },
    ...(enabled && {
      approvals: { kind: 'number', label: texts.approvals, isRequired: true },
      second: { kind: 'number', label: texts.second, hint: texts.secondHint },
      selfApproval: { kind: 'flag', label: texts.selfApproval },
      reason: { kind: 'flag', label: texts.reason, hint: texts.reasonHint },
      recent: { kind: 'flag', label: texts.recent, hint: texts.recentHint },
      roles: { kind: 'choices', label: texts.roles, hint: texts.reviewersHint, choices: roles },
      ...(groups.length > 0 && { groups: { kind: 'choices', label: texts.groups, hint: texts.reviewersHint, choices: groups } }),
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
