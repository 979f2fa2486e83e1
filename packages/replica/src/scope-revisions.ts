/** Stands for every environment or every project, because names are never empty. */
const any = '';

/** Scopes that a change touches: environments by project. */
export class TouchedScopes {
  readonly environments = new Map<string, Set<string>>();

  /** Records a change in one environment of a project, or in all of them, including unknown ones. */
  touch(project: string, environment: string = any): void {
    for (const name of [project, any]) {
      const touched = this.environments.get(name);
      if (touched) touched.add(environment);
      else this.environments.set(name, new Set([environment]));
    }
  }
}

/**
 * Last revision that touched a scope. Guarantee: a scope's content at the returned revision equals its current content. Two replicas may
 * return different numbers for equal content, because one that missed steps uses the revision at which it found the change. They never
 * return equal numbers for different content.
 */
export class ScopeRevisions {
  /** Lowest possible result, because changes before this revision are unknown. */
  readonly base: number;
  readonly #projects: ReadonlyMap<string, ReadonlyMap<string, number>>;

  constructor(base: number, projects: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map()) {
    this.base = base;
    this.#projects = projects;
  }

  /** Last revision that touched the environment in any of the projects; `'*'` is all projects. */
  of(environment: string, projects: readonly string[] | '*'): number {
    let latest = this.base;
    for (const project of projects === '*' ? [any] : projects) {
      const revisions = this.#projects.get(project);
      latest = Math.max(latest, revisions?.get(any) ?? 0, revisions?.get(environment) ?? 0);
    }
    return latest;
  }

  /** These revisions after a change. */
  after(touched: TouchedScopes, revision: number): ScopeRevisions {
    const projects = new Map(this.#projects);
    for (const [project, environments] of touched.environments) {
      const revisions = new Map(projects.get(project));
      for (const environment of environments) revisions.set(environment, revision);
      projects.set(project, revisions);
    }
    return new ScopeRevisions(this.base, projects);
  }

  /** As nested lists: project, then environment and revision. */
  entries(): [project: string, revisions: [environment: string, revision: number][]][] {
    return [...this.#projects].map(([project, revisions]) => [project, [...revisions]]);
  }
}
