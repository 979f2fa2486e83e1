import type { TSchema } from 'typebox';
import type { EventDefinition } from '../event.ts';
import { eventDefinitions } from './catalogue.ts';

const introduction = `# Events

Every fact that a service states, and [those that are defined for later](#defined-for-later), generated from
\`packages/contracts/src/events\`. A fact travels on the exchange \`signalbox.events\` with the routing key
\`<service>.<type>\`, and audit keeps it for \`GET /api/admin/events\`. Beside its type each one has \`createdBy\`,
\`createdByUserId\`, \`createdAt\` and \`tags\`.

- **Carries**: which of \`project\`, \`environment\` and \`featureName\` are set. With \`?\` the value is null where the fact
  concerns all of them.
- **data**, **preData**: the fields after and before the change. With \`?\` the field may be absent; a dash means null.
- **Touches**: which part of the evaluation state changes. Anything but a dash raises the revision.
`;

const planned = `## Defined for later

No service states these yet. They have no stored sample, so what they carry may change until one does. Why none does: what they tell of is
not there (receivers of events, incoming webhooks, banners), or they are older names (those that say \`never\`), or nobody decided
anything: what applications register and count is usage, and delivery, which hears of it, has no database to state facts from. Single sign-on
and provisioning state what they do to a group as one \`group-updated\`.
`;

const columns = ['Event', 'Stated when', 'Carries', 'data', 'preData', 'Touches'];

/** The page `docs/reference/events.md`: one table for each service, rows by type; those that nobody states yet come last. */
export function describeEvents(): string {
  const events = [...eventDefinitions.values()];
  const raised = sections(
    '##',
    events.filter((event) => event.raised),
  );
  const later = sections(
    '###',
    events.filter((event) => !event.raised),
  );
  return [introduction, ...raised, planned, ...later].join('\n');
}

function sections(level: string, events: readonly EventDefinition[]): string[] {
  const services = Map.groupBy(events, (event) => event.service);
  return [...services].sort(([one], [other]) => compare(one, other)).map(([service, own]) => section(`${level} ${service}`, own));
}

function section(heading: string, events: readonly EventDefinition[]): string {
  const rows = [...events].sort((one, other) => compare(one.type, other.type)).map(cells);
  const lines = [columns, columns.map(() => '---'), ...rows].map((line) => `| ${line.join(' | ')} |`);
  return [heading, '', ...lines, ''].join('\n');
}

function cells(event: EventDefinition): string[] {
  const name = event.specified ? code(event.type) : `${code(event.type)} (not in the events API)`;
  const touches = event.touches === 'nothing' ? '-' : event.touches;
  return [name, event.when, codes(event.scope), fields(event.data), fields(event.preData), touches];
}

function fields(schema: TSchema): string {
  const { properties = {}, required = [], type } = schema as { properties?: Record<string, TSchema>; required?: string[]; type?: unknown };
  const carried = Object.entries(properties).filter(([, property]) => !('not' in property));
  const names = codes(carried.map(([name]) => (required.includes(name) ? name : `${name}?`)));
  return Array.isArray(type) && type.includes('null') ? `null, or ${names}` : names;
}

const code = (text: string): string => `\`${text}\``;
const codes = (texts: readonly string[]): string => (texts.length === 0 ? '-' : texts.map(code).join(', '));
const compare = (one: string, other: string): number => (one < other ? -1 : 1);
