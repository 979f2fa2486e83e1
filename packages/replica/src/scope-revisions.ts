/** Stands for every environment, or every project: no name is empty. */
const any = '';

/** The scopes that one change touches: environments by project. */
export class TouchedScopes {
  readonly environments = new Map<string, Set<string>>();

  /** Notes a change that shows in one environment of a project, or in all of them, unknown ones included. */
  touch(project: string, environment: string = any): void {
    for (const name of [project, any]) {
      const touched = this.environments.get(name);
      if (touched) touched.add(environment);
      else this.environments.set(name, new Set([environment]));
    }
  }
}

/**
 * Which revision last touched a scope. The promise is: a scope's content at the revision that is answered equals its
 * content at the revision that is held. Two replicas may answer different numbers for equal content, since one that
 * missed steps stamps what it found changed with the revision at which it found it; never equal numbers for different content.
 */
export class ScopeRevisions {
  /** Nothing is known about changes before this revision, so that no answer is lower. */
  readonly base: number;
  readonly #projects: ReadonlyMap<string, ReadonlyMap<string, number>>;

  constructor(base: number, projects: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map()) {
    this.base = base;
    this.#projects = projects;
  }

  /** The last revision that touched the environment in any of the projects; `'*'` is all projects. */
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
