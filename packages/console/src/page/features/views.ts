import type { Preference } from '../../server/preference.ts';

/** A named filter. */
export interface View {
  /** Empty for the list across projects. */
  readonly project: string;
  readonly name: string;
  readonly q: string;
}

export const viewsPreference: Preference<readonly View[]> = {
  key: 'console.views',
  initial: [],
  read: (stored) => (Array.isArray(stored) ? stored.filter(isView).map(({ project, name, q }) => ({ project, name, q })) : []),
};

const isView = (value: unknown): value is View =>
  typeof value === 'object' &&
  value !== null &&
  ['project', 'name', 'q'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string');

/** The views with this one added, replacing one with the same name. */
export const withView = (views: readonly View[], view: View): readonly View[] => [...withoutView(views, view), view];

export const withoutView = (views: readonly View[], { project, name }: Pick<View, 'project' | 'name'>): readonly View[] =>
  views.filter((other) => other.project !== project || other.name !== name);
