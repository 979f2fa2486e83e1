import type { SentEvent } from './provider.ts';

/** Emphasis in the syntax of a chat: `*checkout*`, `**checkout**`. */
export type Emphasis = (text: string) => string;

/** A sentence with the author, action, feature, project and environment. */
export function sentenceOf(event: SentEvent, emphasis: Emphasis): string {
  const { createdBy, type, featureName, project, environment } = event;
  const where = [project && `project ${emphasis(project)}`, environment && `environment ${emphasis(environment)}`].filter(Boolean);
  const subject = featureName ? `: ${emphasis(featureName)}` : '';
  return `${emphasis(createdBy)} · ${titleOf(type)}${subject}${where.length > 0 ? ` (${where.join(', ')})` : ''}`;
}

/** `feature-created` as a title: `Feature created`. */
export function titleOf(type: string): string {
  const words = type.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Unique values of the feature's tags of a type, which select channels. */
export const tagValues = ({ tags }: SentEvent, type: string): string[] => [
  ...new Set(tags.filter((tag) => tag.type === type).map(({ value }) => value)),
];

/** Entries of a comma-separated list. */
export const listed = (text = ''): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
