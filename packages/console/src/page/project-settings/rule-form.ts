import type { EntriesOf } from '../../parts/form/fields.ts';
import type { Rules } from '../../server/ask.ts';
import { freezeEntries, newFreeze } from './freeze-form.ts';

/** The values of the form of a project's rules. A rule without its environment, tag type or environments is not active. */
export type ProjectRuleValues = ReturnType<typeof projectRuleValues>;

export const projectRuleValues = (rules: Rules) => ({
  staged: rules.stagedFirst?.environment ?? '',
  after: rules.stagedFirst?.after ?? '',
  stepIn: rules.maxStep?.environment ?? '',
  percentage: String(rules.maxStep?.percentage ?? ''),
  ownerIn: rules.ownerRequired?.environments ?? [],
  tagType: rules.requiredTag?.type ?? '',
  tagIn: rules.requiredTag?.environments ?? [],
  expiry: rules.expiryRequired !== undefined,
  description: rules.description !== undefined,
  quietIn: rules.quietHours?.environments ?? [],
  ...(rules.quietHours?.freezes[0] ?? newFreeze()),
});

/** The rules of the form, with the further quiet hours that it does not show. */
export function rulesIn(values: ProjectRuleValues, before: Rules): Rules {
  const { staged, after, stepIn, percentage, ownerIn, tagType, tagIn, expiry, description, quietIn } = values;
  const { name, start, end, timeZone, repeats } = values;
  const [, ...further] = before.quietHours?.freezes ?? [];
  return {
    ...(staged !== '' && { stagedFirst: { environment: staged, after } }),
    ...(stepIn !== '' && { maxStep: { environment: stepIn, percentage: Number(percentage) } }),
    ...(ownerIn.length > 0 && { ownerRequired: { environments: ownerIn } }),
    ...(tagType !== '' && { requiredTag: { type: tagType, environments: tagIn } }),
    ...(expiry && { expiryRequired: {} }),
    ...(description && { description: {} }),
    ...(quietIn.length > 0 && {
      quietHours: { environments: quietIn, freezes: [{ name, start, end, timeZone, repeats }, ...further] },
    }),
  };
}

const orNone = (names: readonly string[]) => [{ value: '', title: 'not required' }, ...names];

/** The fields of the form. Parameters follow the choice that makes their rule active. */
export const projectRuleEntries =
  ({ environments, tagTypes }: { readonly environments: readonly string[]; readonly tagTypes: readonly string[] }) =>
  ({ staged, stepIn, tagType, quietIn }: ProjectRuleValues): EntriesOf<ProjectRuleValues> => ({
    staged: { kind: 'choice', label: 'Enable features elsewhere before', choices: orNone(environments) },
    ...(staged !== '' && {
      after: { kind: 'choice', label: 'Enable them first in', choices: ['', ...environments.filter((name) => name !== staged)] },
    }),
    stepIn: { kind: 'choice', label: 'Limit the steps of rollouts in', choices: orNone(environments) },
    ...(stepIn !== '' && { percentage: { kind: 'number', label: 'Percentage points at once', isRequired: true } }),
    ownerIn: { kind: 'choices', label: 'Require an owner in', choices: environments },
    tagType: { kind: 'choice', label: 'Require a tag of the type', choices: orNone(tagTypes) },
    ...(tagType !== '' && { tagIn: { kind: 'choices', label: 'Require the tag in', choices: environments } }),
    expiry: { kind: 'flag', label: 'Require types with an expected lifetime' },
    description: { kind: 'flag', label: 'Require a description' },
    quietIn: {
      kind: 'choices',
      label: 'Quiet hours in',
      hint: 'At these times, features can only be disabled there.',
      choices: environments,
    },
    ...(quietIn.length > 0 && freezeEntries()),
  });
