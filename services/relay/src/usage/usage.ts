import type { ImpactMetric, ImpactReport, MetricsCount, RegisterCount } from '@signalbox/contracts';

/** A registration, as the upstream's bulk route reads it. */
type Application = Readonly<Record<string, unknown>> & Pick<RegisterCount, 'appName' | 'instanceId'>;

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
  /** In the order of arrival, because the latest value of a gauge counts. */
  readonly impactMetrics: readonly ImpactMetric[];
}

interface Summed extends Pick<ScopedUsage, 'environment' | 'projects'> {
  readonly applications: Map<string, Application>;
  readonly rows: Map<string, Row>;
  readonly impact: ImpactMetric[];
}

interface Limits {
  readonly rows: number;
  readonly applications: number;
  readonly impactMetrics: number;
}

/** A row takes about 200 bytes, an impact metric up to 10 kB. */
const defaultLimits: Limits = { rows: 250_000, applications: 10_000, impactMetrics: 1000 };

/** Usage since the last report, summed by scope, application, hour and feature. The oldest entries are dropped above the limits. */
export class Usage {
  readonly #limits: Limits;
  readonly #scopes = new Map<string, Summed>();
  #rows = 0;
  #applications = 0;
  #impactMetrics = 0;
  #dropped = 0;

  constructor(limits: Limits = defaultLimits) {
    this.#limits = limits;
  }

  /** Number of rows, registrations and impact metrics. */
  get size(): number {
    return this.#rows + this.#applications + this.#impactMetrics;
  }

  /** Number of entries that were dropped. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Adds messages of delivery. */
  count(bodies: readonly unknown[]): void {
    for (const body of bodies as readonly (MetricsCount | RegisterCount | ImpactReport)[]) this.add(usageIn(body));
  }

  add({ environment, projects, applications, metrics, impactMetrics }: ScopedUsage): void {
    const scope = this.#scopeOf(environment, projects);
    for (const application of applications) {
      const key = JSON.stringify([application.appName, application.instanceId]);
      if (!scope.applications.has(key)) this.#applications += 1;
      scope.applications.set(key, application);
    }
    for (const row of metrics) this.#addRow(scope, row);
    scope.impact.push(...impactMetrics);
    this.#impactMetrics += impactMetrics.length;
    this.#dropOldest();
  }

  list(): ScopedUsage[] {
    return [...this.#scopes.values()].map(({ environment, projects, applications, rows, impact }) => ({
      environment,
      projects,
      applications: [...applications.values()],
      metrics: [...rows.values()],
      impactMetrics: [...impact],
    }));
  }

  /** Removes and returns everything. */
  takeAll(): ScopedUsage[] {
    const all = this.list();
    this.#scopes.clear();
    this.#rows = this.#applications = this.#impactMetrics = 0;
    return all;
  }

  #scopeOf(environment: string, projects: readonly string[]): Summed {
    const key = JSON.stringify([environment, projects]);
    const known = this.#scopes.get(key);
    if (known) return known;
    const scope = { environment, projects, applications: new Map<string, Application>(), rows: new Map<string, Row>(), impact: [] };
    this.#scopes.set(key, scope);
    return scope;
  }

  #addRow({ rows }: Summed, row: Row): void {
    const key = JSON.stringify([row.appName, row.timestamp, row.featureName]);
    const sum = rows.get(key);
    if (!sum) {
      // Without a prototype: a variant may be called `constructor`.
      rows.set(key, { ...row, variants: Object.assign(Object.create(null) as Record<string, number>, row.variants) });
      this.#rows += 1;
      return;
    }
    sum.yes += row.yes;
    sum.no += row.no;
    for (const [variant, times] of Object.entries(row.variants)) sum.variants[variant] = (sum.variants[variant] ?? 0) + times;
  }

  #dropOldest(): void {
    for (const { rows, applications, impact } of this.#scopes.values()) {
      const excess = impact.splice(0, Math.max(0, this.#impactMetrics - this.#limits.impactMetrics)).length;
      this.#impactMetrics -= excess;
      this.#dropped += excess;
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
const noCounts = { metrics: [], impactMetrics: [] };

function usageIn(body: MetricsCount | RegisterCount | ImpactReport): ScopedUsage {
  if (body.kind === 'register') return registrationOf(body);
  if (body.kind === 'metrics') return rowsOf(body);
  return { environment: body.environment, projects: everyProject, applications: [], metrics: [], impactMetrics: body.metrics };
}

function registrationOf(count: RegisterCount): ScopedUsage {
  const { kind: _kind, at: _at, projects = everyProject, sdkType: _type, sdkDetails = {}, sdkVersion, ...application } = count;
  const details = Object.entries({ ...sdkDetails, sdkVersion }).filter(([, value]) => value !== null);
  const { environment } = count;
  return { environment, projects, applications: [{ ...application, ...Object.fromEntries(details) }], ...noCounts };
}

function rowsOf({ appName, environment, projects = everyProject, timestamp, toggles }: MetricsCount): ScopedUsage {
  const metrics = Object.entries(toggles).map(([featureName, counts]) => ({ featureName, appName, environment, timestamp, ...counts }));
  return { environment, projects, ...noCounts, applications: [], metrics };
}
