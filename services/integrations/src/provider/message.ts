import type { SentEvent } from './provider.ts';

/** How a chat marks what is important: `*checkout*`, `**checkout**`. */
export type Emphasis = (text: string) => string;

/** A sentence for people: who did what, to which feature, where. */
export function sentenceOf(event: SentEvent, emphasis: Emphasis): string {
  const { createdBy, type, featureName, project, environment } = event;
  const where = [project && `project ${emphasis(project)}`, environment && `environment ${emphasis(environment)}`].filter(Boolean);
  const subject = featureName ? `: ${emphasis(featureName)}` : '';
  return `${emphasis(createdBy)} · ${titleOf(type)}${subject}${where.length > 0 ? ` (${where.join(', ')})` : ''}`;
}

/** `feature-created` as people read it: `Feature created`. */
export function titleOf(type: string): string {
  const words = type.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The tags of the feature that say where to: their values, each once. */
export const tagValues = ({ tags }: SentEvent, type: string): string[] => [
  ...new Set(tags.filter((tag) => tag.type === type).map(({ value }) => value)),
];

/** The entries of a list with commas. */
export const listed = (text = ''): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
