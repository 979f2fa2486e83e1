import type { MetricsCount, RegisterCount } from '@signalbox/contracts';

/** A registration, as the upstream's bulk route reads it. */
export type Application = Readonly<Record<string, unknown>> & Pick<RegisterCount, 'appName' | 'instanceId'>;

/** Evaluations of one feature by one application in one hour. */
export interface Row {
  readonly featureName: string;
  readonly appName: string;
  readonly environment: string;
  readonly timestamp: string;
  yes: number;
  no: number;
  readonly variants: Record<string, number>;
}

/** Usage of one scope: registrations and rows. */
export interface ScopedUsage {
  readonly environment: string;
  readonly projects: readonly string[];
  readonly applications: readonly Application[];
  readonly metrics: readonly Row[];
}

interface Summed extends Pick<ScopedUsage, 'environment' | 'projects'> {
  readonly applications: Map<string, Application>;
  readonly rows: Map<string, Row>;
}

interface Limits {
  readonly rows: number;
  readonly applications: number;
}

/** A row takes about 200 bytes. */
const defaultLimits: Limits = { rows: 250_000, applications: 10_000 };

/** Usage since the last report, summed by scope, application, hour and feature. The oldest rows are dropped above the limit. */
export class Usage {
  readonly #limits: Limits;
  readonly #scopes = new Map<string, Summed>();
  #rows = 0;
  #applications = 0;
  #dropped = 0;

  constructor(limits: Limits = defaultLimits) {
    this.#limits = limits;
  }

  /** Number of rows and registrations. */
  get size(): number {
    return this.#rows + this.#applications;
  }

  /** Number of rows and registrations that were dropped. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Adds messages of delivery. */
  count(bodies: readonly unknown[]): void {
    for (const body of bodies as readonly (MetricsCount | RegisterCount)[])
      this.add(body.kind === 'register' ? registrationOf(body) : rowsOf(body));
  }

  add({ environment, projects, applications, metrics }: ScopedUsage): void {
    const scope = this.#scopeOf(environment, projects);
    for (const application of applications) {
      const key = JSON.stringify([application.appName, application.instanceId]);
      if (!scope.applications.has(key)) this.#applications += 1;
      scope.applications.set(key, application);
    }
    for (const row of metrics) this.#addRow(scope, row);
    this.#dropOldest();
  }

  list(): ScopedUsage[] {
    return [...this.#scopes.values()].map(({ environment, projects, applications, rows }) => ({
      environment,
      projects,
      applications: [...applications.values()],
      metrics: [...rows.values()],
    }));
  }

  /** Removes and returns everything. */
  takeAll(): ScopedUsage[] {
    const all = this.list();
    this.#scopes.clear();
    this.#rows = this.#applications = 0;
    return all;
  }

  #scopeOf(environment: string, projects: readonly string[]): Summed {
    const key = JSON.stringify([environment, projects]);
    const known = this.#scopes.get(key);
    if (known) return known;
    const scope = { environment, projects, applications: new Map<string, Application>(), rows: new Map<string, Row>() };
    this.#scopes.set(key, scope);
    return scope;
  }

  #addRow({ rows }: Summed, row: Row): void {
    const key = JSON.stringify([row.appName, row.timestamp, row.featureName]);
    const sum = rows.get(key);
    if (!sum) {
      rows.set(key, { ...row, variants: { ...row.variants } });
      this.#rows += 1;
      return;
    }
    sum.yes += row.yes;
    sum.no += row.no;
    for (const [variant, times] of Object.entries(row.variants)) sum.variants[variant] = (sum.variants[variant] ?? 0) + times;
  }

  #dropOldest(): void {
    for (const { rows, applications } of this.#scopes.values()) {
      for (const key of rows.keys()) {
        if (this.#rows <= this.#limits.rows) break;
        rows.delete(key);
        this.#rows -= 1;
        this.#dropped += 1;
      }
      for (const key of applications.keys()) {
        if (this.#applications <= this.#limits.applications) break;
        applications.delete(key);
        this.#applications -= 1;
        this.#dropped += 1;
      }
    }
  }
}

const everyProject = ['*'];

function registrationOf(count: RegisterCount): ScopedUsage {
  const { kind: _kind, at: _at, projects = everyProject, sdkType: _type, sdkDetails = {}, sdkVersion, ...application } = count;
  const details = Object.entries({ ...sdkDetails, sdkVersion }).filter(([, value]) => value !== null);
  const { environment } = count;
  return { environment, projects, applications: [{ ...application, ...Object.fromEntries(details) }], metrics: [] };
}

function rowsOf({ appName, environment, projects = everyProject, timestamp, toggles }: MetricsCount): ScopedUsage {
  const metrics = Object.entries(toggles).map(([featureName, counts]) => ({ featureName, appName, environment, timestamp, ...counts }));
  return { environment, projects, applications: [], metrics };
}
