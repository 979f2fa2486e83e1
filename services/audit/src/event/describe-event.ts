import type { DescribedEvent, Event } from './event.schema.ts';

/** Adds a label and a one-line summary in Markdown. */
export const describeEvent = (event: Event): DescribedEvent => ({ ...event, label: labelOf(event.type), summary: summaryOf(event) });

const labelOf = (type: string): string => `${type.charAt(0).toUpperCase()}${type.slice(1).replaceAll('-', ' ')}`;

function summaryOf({ type, createdBy, featureName, environment, project }: Event): string {
  const concerned = Object.entries({ feature: featureName, environment, project })
    .filter(([, name]) => name !== null)
    .map(([noun, name]) => `${noun} ${bold(name ?? '')}`);
  return [`${bold(createdBy)}: ${labelOf(type)}`, ...concerned].join(', ');
}

/** Escapes Markdown and HTML in names. */
const bold = (name: string): string => `**${name.replaceAll(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&')}**`;
