import type { Section } from './page.ts';

/** The entries of the main navigation. */
interface Navigation {
  /** Of all projects together. */
  readonly instance: readonly Section[];
  /** Of the open project; without one, the sections that also exist across projects. */
  readonly own: readonly Section[];
  /** Sections of a project behind "More". */
  readonly rare: readonly Section[];
}

/** The navigation within a project, or outside if it is null. */
export function navigationOf(sections: readonly Section[], project: string | null): Navigation {
  const listed = sections.filter(({ isApart }) => isApart === undefined);
  const own = listed.filter(({ of }) => (project === null ? of === 'both' : of !== 'instance'));
  const isFolded = ({ isRare }: Section) => project !== null && isRare === true;
  return {
    instance: listed.filter(({ of }) => of === 'instance'),
    own: own.filter((section) => !isFolded(section)),
    rare: own.filter(isFolded),
  };
}

const maxAtFoot = 4;

/** The entries of the bottom bar on a phone. All others are behind its "More". */
export const footOf = ({ own, instance }: Navigation): readonly Section[] =>
  [...own, ...instance].filter(({ foot }) => foot !== undefined).slice(0, maxAtFoot);
