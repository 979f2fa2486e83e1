import type { ChangeItem, PlanMilestone, ReleaseTemplate } from '../../../server/ask.ts';
import { calledBy, type PropertyDifference } from '../../strategy/strategy-draft.ts';
import type { Naming } from '../../release-templates/template-content.ts';

/** Content of an object, by property. */
export type Content = Readonly<Record<string, unknown>>;

/** A change as lines: its subject and its differences. */
export interface ChangeDescription {
  readonly about: string;
  readonly differences: readonly PropertyDifference[];
}

/** The objects that changes refer to by id; undefined if unknown. */
export interface ChangeNames extends Naming {
  /** A milestone of the release plan of the feature. */
  readonly milestone: (id: string) => PlanMilestone | undefined;
  readonly template: (id: string) => ReleaseTemplate | undefined;
}

export interface DescribedChange {
  readonly payload: unknown;
  /** Current and proposed content; empty objects if unknown. */
  readonly now: Content;
  readonly proposed: Content;
  readonly environment: string;
  readonly names: ChangeNames;
}

/** Describes the changes of some actions. */
export type Describers<Action extends ChangeItem['action']> = Readonly<Record<Action, (described: DescribedChange) => ChangeDescription>>;

export const one = (what: string, difference: PropertyDifference): ChangeDescription => ({ about: what, differences: [difference] });
export const added = (part: string, after: string): PropertyDifference => ({ part, before: null, after });
export const removed = (part: string, before: string): PropertyDifference => ({ part, before, after: null });
export const replaced = (part: string, before: string | null, after: string): PropertyDifference => ({ part, before, after });

export const objectIn = (value: unknown): Content =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Content) : {};

export const hasContent = (content: Content): boolean => Object.keys(content).length > 0;
/** The text; empty for other values. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
export const listOf = (value: unknown): readonly never[] => (Array.isArray(value) ? (value as never[]) : []);

/** The display name of a strategy. */
export const strategyNameOf = (content: Content): string => calledBy({ title: textIn(content['title']), name: textIn(content['name']) });
