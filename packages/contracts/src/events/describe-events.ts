import type { TSchema } from 'typebox';
import type { EventDefinition } from '../event.ts';
import { eventDefinitions } from './catalogue.ts';

const introduction = `# Events

Every fact that a service states, generated from \`packages/contracts/src/events\`. A fact travels on the exchange
\`signalbox.events\` with the routing key \`<service>.<type>\`, and audit keeps it for \`GET /api/admin/events\`. Beside its
type each one has \`createdBy\`, \`createdByUserId\`, \`createdAt\` and \`tags\`.

- **Carries**: which of \`project\`, \`environment\` and \`featureName\` are set. With \`?\` the value is null where the fact
  concerns all of them.
- **data**, **preData**: the fields after and before the change. With \`?\` the field may be absent; a dash means null.
- **Touches**: which part of the evaluation state changes. Anything but a dash raises the revision.
`;

const columns = ['Event', 'Stated when', 'Carries', 'data', 'preData', 'Touches'];

/** The page `docs/reference/events.md`: one table for each service, rows by type. */
export function describeEvents(): string {
  const services = Map.groupBy(eventDefinitions.values(), (event) => event.service);
  const sections = [...services].sort(([one], [other]) => compare(one, other)).map(([service, events]) => section(service, events));
  return [introduction, ...sections].join('\n');
}

function section(service: string, events: readonly EventDefinition[]): string {
  const rows = [...events].sort((one, other) => compare(one.type, other.type)).map(cells);
  const lines = [columns, columns.map(() => '---'), ...rows].map((line) => `| ${line.join(' | ')} |`);
  return [`## ${service}`, '', ...lines, ''].join('\n');
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
