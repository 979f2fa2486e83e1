import type { Static, TSchema } from 'typebox';
import type { EventDefinition } from '../event.ts';

/** Properties of a payload or of a state, which may not have been validated. */
export type Content = Readonly<Record<string, unknown>>;

/** Parts of a phrase. */
interface Subject {
  readonly feature: string;
  /** The feature with its environment. */
  readonly here: string;
  readonly environment: string;
  /** The segment with its noun. */
  readonly segment: string;
  readonly payload: Content;
  /** The content before the change. */
  readonly before: Content;
}

/** An event that a kind of change emits, and the payload of the change that has the effect of such an event. */
export interface Emission {
  readonly event: EventDefinition;
  readonly payload: (event: { readonly data: unknown; readonly preData: unknown }) => unknown;
  /** True for an event of this kind of change, if other kinds emit the same type. */
  readonly isOf: (event: { readonly data: unknown; readonly preData: unknown }) => boolean;
}

/** A kind of change, as all services know it. Toggles adds its payload and its effect (`changeKind`). */
export interface ChangeDefinition {
  readonly of: 'feature' | 'segment' | 'environment';
  /** `project`: the change affects all environments of the project, and needs the approval that each protected one demands. */
  readonly scope: 'environment' | 'project';
  /** The change in one sentence, without the full stop. */
  readonly phrase: (of: Subject) => string;
  /**
   * Which earlier changes of a change request it replaces (reference, identity side §1.3): those of the same kind, or of those that share
   * the name `as`, whose feature and property `by` of the payload are the same.
   */
  readonly replaces: 'nothing' | { readonly as?: string; readonly by?: string };
  /** Its own events. How each of them is undone stands in `sentences`. */
  readonly emits: readonly [Emission, ...Emission[]];
}

/** Declares an event of a change. Without `payload`, the change has none. */
export function emission<Data extends TSchema, PreData extends TSchema>(
  event: EventDefinition<Data, PreData>,
  payload: (event: { readonly data: Static<Data>; readonly preData: Static<PreData> }) => unknown = () => undefined,
  isOf: (event: { readonly data: Static<Data>; readonly preData: Static<PreData> }) => boolean = () => true,
): Emission {
  return { event, payload, isOf } as Emission;
}

export const called = (noun: string, name: string | undefined): string => (name === undefined ? `a ${noun}` : `the ${noun} ${name}`);
export const strategyIn = (content: Content): string => called('strategy', textIn(content, 'title'));
export const contentIn = (value: unknown): Content => (typeof value === 'object' && value !== null ? { ...value } : {});

export function textIn(content: Content, property: string): string | undefined {
  const value = content[property];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
