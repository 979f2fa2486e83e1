import { parse, parseAllDocuments } from 'yaml';
import { urlSettingOf } from '@signalbox/kit';
import { type Compose } from './compose-rules.ts';

/** Properties of a service that its deployment depends on. */
export interface DeployedService {
  readonly name: string;
  readonly isPublic: boolean;
  /** True if the service has a database. */
  readonly hasData: boolean;
  /** True if the service stores encrypted secrets. */
  readonly encrypts: boolean;
}

/** Reads a file relative to the root; undefined if it does not exist. */
export type ReadFile = (path: string) => string | undefined;

interface Kustomization {
  readonly resources?: readonly string[];
  readonly replicas?: readonly { readonly name: string }[];
  readonly configMapGenerator?: readonly { readonly literals?: readonly string[] }[];
}

interface Workload {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: {
    readonly template?: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: { readonly containers: readonly { readonly env?: readonly { readonly name: string }[] }[] };
    };
  };
}

/** True if the listing contains the required line for the service. */
type Listing = (service: DeployedService, text: string) => boolean;

const kustomization = (text: string) => parse(text) as Kustomization;
const compose = (text: string) => parse(text, { merge: true }) as Compose;
const workloads = (text: string) => parseAllDocuments(text).map((document) => document.toJS() as Workload);
const isNamed = (name: string, text: string) => workloads(text).some(({ metadata }) => metadata.name === name);
const deploymentIn = (text: string) => workloads(text).find(({ kind }) => kind === 'Deployment')?.spec;
const hasVariable = (text: string, variable: string) =>
  deploymentIn(text)?.template?.spec.containers.some(({ env = [] }) => env.some(({ name }) => name === variable)) ?? false;
const literals = (text: string) => kustomization(text).configMapGenerator?.flatMap(({ literals: each = [] }) => each) ?? [];

/** All listings outside a service's own folder that are maintained by hand, in the order in which to edit them. */
const listings: readonly (readonly [path: string | ((service: DeployedService) => string), what: string, listing: Listing])[] = [
  ['docker-compose.yml', 'does not run the service', ({ name }, text) => compose(text).services[name]?.command?.[0] === name],
  [
    'docker-compose.yml',
    'has no URL of the service',
    ({ isPublic, name }, text) =>
      isPublic || Object.values(compose(text).services).some(({ environment = {} }) => urlSettingOf({ name }).name in environment),
  ],
  [
    'docker-compose.yml',
    'does not make the gateway wait for the service',
    ({ isPublic, name }, text) => isPublic || name in (compose(text).services['gateway']?.depends_on ?? {}),
  ],
  [
    'docker-compose.yml',
    'does not make the service wait for its migrations',
    ({ hasData, name }, text) => !hasData || 'migrate' in (compose(text).services[name]?.depends_on ?? {}),
  ],
  [
    'deploy/compose/prometheus.yml',
    'does not scrape the service',
    ({ name }, text) => new RegExp(`targets: \\[(?:.*, )?${name}(?:, .*)?\\]`).test(text),
  ],
  [({ name }) => `deploy/base/${name}.yaml`, 'has no Deployment or Service of the service', ({ name }, text) => isNamed(name, text)],
  [
    ({ name }) => `deploy/base/${name}.yaml`,
    'lacks its database or the label signalbox/data, or has one too many',
    ({ hasData }, text) => {
      const { template } = deploymentIn(text) ?? {};
      return [hasVariable(text, 'DATABASE_URL'), template?.metadata.labels['signalbox/data'] === 'true'].every((each) => each === hasData);
    },
  ],
  [
    ({ name }) => `deploy/base/${name}.yaml`,
    'lacks ENCRYPTION_KEY, or has an unnecessary one',
    ({ encrypts }, text) => hasVariable(text, 'ENCRYPTION_KEY') === encrypts,
  ],
  [
    'deploy/base/kustomization.yaml',
    'does not include its file',
    ({ name }, text) => kustomization(text).resources?.includes(`${name}.yaml`) ?? false,
  ],
  [
    'deploy/base/kustomization.yaml',
    'has no URL of the service',
    ({ isPublic, name }, text) => isPublic || literals(text).includes(`${urlSettingOf({ name }).name}=http://${name}:4242`),
  ],
  ['deploy/overlays/production/disruption.yaml', 'has no disruption budget for the service', ({ name }, text) => isNamed(name, text)],
  [
    'deploy/overlays/production/kustomization.yaml',
    'has no number of replicas',
    ({ name }, text) =>
      (kustomization(text).replicas?.some((each) => each.name === name) ?? false) ||
      text.includes(`target: { kind: Deployment, name: ${name} }`),
  ],
  [
    'test/scale/cluster.ts',
    'has no number of processes',
    ({ name }, text) => text.includes(` ${/^\w+$/.test(name) ? name : `'${name}'`}: `),
  ],
];

/** Missing lines of services, one sentence each. */
export function missingListings(service: DeployedService, read: ReadFile): string[] {
  return listings.flatMap(([where, what, listing]) => {
    const path = typeof where === 'string' ? where : where(service);
    const text = read(path);
    return text !== undefined && listing(service, text) ? [] : [`${service.name}: ${path} ${what}`];
  });
}
