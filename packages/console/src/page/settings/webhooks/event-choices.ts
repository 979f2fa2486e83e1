import { wordsOf } from '@signalbox/contracts/event-sentences';
import type { Choice } from '../../../parts/form/fields.ts';

const groupTitles = {
  features: 'Features',
  requests: 'Change requests',
  releases: 'Releases',
  segments: 'Segments',
  projects: 'Projects',
  access: 'People and access',
  other: 'Other',
} as const;

type Group = keyof typeof groupTitles;

/** Groups of event types by the beginning of their name. The first match counts. */
const groups: readonly (readonly [prefix: RegExp, group: Group])[] = [
  [/^(?:change-|changes-)/, 'requests'],
  [/^(?:release-|milestone-|safeguard-)/, 'releases'],
  [/^features?-/, 'features'],
  [/^segment-/, 'segments'],
  [/^(?:project-|environment-|default-strategy-|protection-)/, 'projects'],
  [/^(?:user-|group-|role-|service-account-|api-token-|pat-|public-signup-)/, 'access'],
];

const groupOf = (type: string): Group => groups.find(([prefix]) => prefix.test(type))?.[1] ?? 'other';

/** An event type in words, as in the audit log: "Turned on". */
function describeType(type: string): string {
  const { verb, tail } = wordsOf(type) ?? { verb: type.replaceAll('-', ' ') };
  const words = typeof tail === 'string' && tail !== '' ? `${verb} … ${tail}` : verb;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Event types as grouped choices. */
export function eventChoices(types: readonly string[]): readonly Choice[] {
  const order = Object.keys(groupTitles);
  return types
    .map((type) => ({ value: type, title: describeType(type), about: type, group: groupOf(type) }))
    .toSorted((one, other) => order.indexOf(one.group) - order.indexOf(other.group))
    .map((choice) => ({ ...choice, group: groupTitles[choice.group] }));
}
