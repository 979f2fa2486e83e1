import type { TSchema } from 'typebox';
import type { EventDefinition } from '../event.ts';
import { eventDefinitions } from './catalogue.ts';
import { eventKinds } from './event-kinds.ts';

const introduction = `# Events

All events that services emit, generated from \`packages/contracts/src/events\`. Services publish events on the exchange \`signalbox.events\` with the
routing key \`<service>.<type>\`, and audit stores them for \`GET /api/admin/events\`. In addition to its type, each event has \`createdBy\`,
\`createdByUserId\`, \`createdAt\` and \`tags\`.

- **Carries**: which of \`project\`, \`environment\` and \`featureName\` are set. With \`?\`, the value is null if the event
  concerns all of them.
- **data**, **preData**: the fields after and before the change. With \`?\`, the field can be absent; a dash means null.
- **Touches**: the part of the evaluation state that changes. Any value except a dash raises the revision.
`;

const neverEmitted = (): string => `## Types that are never emitted

The specification also lists these types, but no service emits them. Either their subject does not exist here (banners, incoming webhooks),
the type is an older name, or the information is not an event. Registrations and metrics of applications are usage, and a group change by
single sign-on or provisioning is one \`group-updated\`. The events API accepts them as filters.

${codes(eventKinds.filter((kind) => !eventDefinitions.has(kind)).sort(compare))}
`;

const columns = ['Event', 'Emitted when', 'Carries', 'data', 'preData', 'Touches'];

/** Renders `docs/reference/events.md`: one table per service, rows by type. */
export function describeEvents(): string {
  const services = Map.groupBy(eventDefinitions.values(), (event) => event.service);
  const sections = [...services].sort(([one], [other]) => compare(one, other)).map(([service, own]) => section(`## ${service}`, own));
  return [introduction, ...sections, neverEmitted()].join('\n');
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
  const shown = Object.entries(properties).filter(([, property]) => !('not' in property));
  const names = codes(shown.map(([name]) => (required.includes(name) ? name : `${name}?`)));
  return Array.isArray(type) && type.includes('null') ? `null, or ${names}` : names;
}

const code = (text: string): string => `\`${text}\``;
const codes = (texts: readonly string[]): string => (texts.length === 0 ? '-' : texts.map(code).join(', '));
const compare = (one: string, other: string): number => (one < other ? -1 : 1);
