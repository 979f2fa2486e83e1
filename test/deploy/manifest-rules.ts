import type { Setting } from '@signalbox/kit';
import { type Container, type Labels, type Manifest, podsOf, productsOf, selects } from './manifests.ts';

/** Properties of the product, from its code. */
export interface Product {
  readonly settings: readonly Pick<Setting<unknown>, 'name' | 'default' | 'secret' | 'parse'>[];
  /** Paths that a separate process answers in addition to its routes. */
  readonly probes: (service: string) => readonly string[];
  /** Commands of the image: all services, and others. */
  readonly commands: readonly string[];
  readonly version: string;
}

/** Returns errors, one sentence each. */
export type ManifestRule = (manifests: readonly Manifest[], product: Product) => string[];

/** Settings of a container from its ConfigMaps. */
export const configOf = (manifests: readonly Manifest[], { envFrom = [] }: Container): Readonly<Record<string, string>> =>
  Object.assign(
    {},
    ...envFrom.map(
      ({ configMapRef }) => manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef?.name)?.data,
    ),
  );

/** Values of a container's variables, from its ConfigMaps and its own. Those of secrets are undefined. */
const valuesOf = (manifests: readonly Manifest[], container: Container): Readonly<Record<string, string | undefined>> => ({
  ...configOf(manifests, container),
  ...Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value])),
});

/** Further ports that a process listens on with these settings. */
export const portsIn = (values: Readonly<Record<string, string | null | undefined>>): (string | null | undefined)[] =>
  ['METRICS_PORT', 'ADMIN_PORT', 'FLAGD_PORT'].map((name) => values[name]);

/** Every variable of the product is a setting with a valid value. */
export const variablesAreSettings: ManifestRule = (manifests, { settings }) =>
  productsOf(manifests).flatMap((container) =>
    Object.entries(valuesOf(manifests, container)).flatMap(([name, value]) => {
      const setting = settings.find((known) => known.name === name);
      if (!setting) return [`${container.pod.owner}: unknown setting ${name}`];
      return value === undefined ? [] : problemsOf(setting, value).map((problem) => `${container.pod.owner}: ${name} ${problem}`);
    }),
  );

function problemsOf(setting: Product['settings'][number], value: string): string[] {
  try {
    setting.parse(value);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** Secrets are referenced, never contained. */
export const secretsAreReferences: ManifestRule = (manifests, { settings }) => {
  const secret = new Set(settings.filter((setting) => setting.secret).map(({ name }) => name));
  const committed = manifests.filter(({ kind }) => kind === 'Secret').map(({ metadata }) => `Secret ${metadata.name} is committed`);
  const written = productsOf(manifests).flatMap((container) => [
    ...Object.keys(configOf(manifests, container)).filter((name) => secret.has(name)),
    ...(container.env ?? []).filter(({ name, value }) => value !== undefined && secret.has(name)).map(({ name }) => name),
  ]);
  return [...committed, ...new Set(written.map((name) => `${name} is a secret with a value in the file`))];
};

interface Service {
  readonly selector: Labels;
  readonly ports: readonly { readonly name: string; readonly port: number; readonly targetPort: string }[];
}

const servicesOf = (manifests: readonly Manifest[]) =>
  manifests
    .filter(({ kind }) => kind === 'Service')
    .map(({ metadata, spec }) => ({ name: metadata.name, ...(spec as unknown as Service) }));

/** Services point to ports of their pods, and the product listens on the port that its containers declare. */
export const portsAreListenedOn: ManifestRule = (manifests, { settings }) => {
  const publicPort = settings.find(({ name }) => name === 'PORT')?.default;
  const wrong = productsOf(manifests).flatMap((container) => {
    const listened = [publicPort, ...portsIn(valuesOf(manifests, container))].map(Number);
    return (container.ports ?? [])
      .filter(({ containerPort }) => !listened.includes(containerPort))
      .map(({ containerPort }) => `${container.pod.owner}: nothing listens on ${containerPort}`);
  });
  const lost = servicesOf(manifests).flatMap(({ name, selector, ports }) => {
    const pods = podsOf(manifests).filter(({ labels }) => selects({ matchLabels: selector }, labels));
    const has = (target: string) =>
      pods.some(({ spec }) => spec.containers.some((container) => container.ports?.some((each) => each.name === target)));
    return ports.filter(({ targetPort }) => !has(targetPort)).map(({ targetPort }) => `Service ${name}: no pod has a port ${targetPort}`);
  });
  return [...wrong, ...lost];
};

/** URLs in the settings are those of Services. */
export const addressesAreServices: ManifestRule = (manifests) => {
  const known = servicesOf(manifests).flatMap(({ name, ports }) => ports.map(({ port }) => `http://${name}:${port}`));
  const data = manifests.filter(({ kind }) => kind === 'ConfigMap').map((map) => map.data ?? {});
  const addresses = data.flatMap((each) => Object.entries(each).filter(([name]) => name !== 'BASE_URL' && name.endsWith('_URL')));
  return addresses.filter(([, url]) => !known.includes(url)).map(([name, url]) => `${name}: no Service is at ${url}`);
};

/** Each service has three probes, at paths that it answers. */
export const probesAreAnswered: ManifestRule = (manifests, { probes }) =>
  productsOf(manifests)
    .filter(({ pod }) => pod.owner.startsWith('Deployment '))
    .flatMap((container) =>
      (['startupProbe', 'livenessProbe', 'readinessProbe'] as const).flatMap((kind) => {
        const { path = 'nothing', port } = container[kind]?.httpGet ?? {};
        const isPort = container.ports?.some(({ name }) => name === port);
        const answered = probes(container.pod.owner.replace('Deployment ', '')).includes(path) && isPort;
        return answered ? [] : [`${container.pod.owner}: its ${kind} requests ${path}, which it does not serve`];
      }),
    );

/** The image is the one that the Dockerfile builds, with the current version, and runs the service of the pod. */
export const imagesAreBuilt: ManifestRule = (manifests, { commands, version }) =>
  productsOf(manifests).flatMap(({ pod, image, args: [command = ''] = [] }) => [
    ...(image === `signalbox:${version}` ? [] : [`${pod.owner}: image ${image} is not built`]),
    ...(command === pod.labels['app.kubernetes.io/component'] && commands.includes(command) ? [] : [`${pod.owner}: it runs ${command}`]),
  ]);

/** Pods of the product run as an unprivileged user, with limits. */
export const podsAreConfined: ManifestRule = (manifests) =>
  productsOf(manifests).flatMap(({ pod, securityContext = {}, resources = {} }) => {
    const missing = [
      pod.spec.securityContext?.['runAsNonRoot'] === true || 'runAsNonRoot',
      pod.spec.securityContext?.['seccompProfile'] !== undefined || 'seccompProfile',
      pod.spec.automountServiceAccountToken === false || 'automountServiceAccountToken: false',
      securityContext['readOnlyRootFilesystem'] === true || 'readOnlyRootFilesystem',
      securityContext['allowPrivilegeEscalation'] === false || 'allowPrivilegeEscalation: false',
      JSON.stringify(securityContext['capabilities']) === '{"drop":["ALL"]}' || 'capabilities',
      (resources.requests !== undefined && resources.limits?.['memory'] !== undefined) || 'resources',
    ];
    return missing.filter((each) => each !== true).map((each) => `${pod.owner}: ${String(each)} is missing`);
  });
