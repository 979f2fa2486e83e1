import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeUnless } from '@signalbox/testing';
import { parse } from 'yaml';
import { root } from '../../tools/testing/root.ts';
import { renderChart, runHelm } from './chart.ts';
import { type ManifestRule, podsAreConfined, portsAreListenedOn, type Product, secretsAreReferences } from './manifest-rules.ts';
import { cannotBuild, type Manifest, parseManifests, type Pod, podsOf } from './manifests.ts';
import { allowedCalls, allowedOutside, openIngress } from './network.ts';
import { readProduct } from './product.ts';
import { schemaProblems } from './schemas.ts';

const settings = { BASE_URL: 'https://signalbox.example.com', SECURE_COOKIES: 'true', TRUSTED_PROXIES: '10.0.0.0/8' };
const fileOf = (path: string) => readFileSync(join(root, path), 'utf8');

describeUnless('the Helm chart', cannotBuild, () => {
  let product: Product;
  let services: Manifest[];
  let files: Manifest[];
  let single: Manifest[];
  before(async () => {
    product = await readProduct();
    services = renderChart({ settings, monitoring: { enabled: true }, backup: { enabled: true } });
    files = renderChart({ settings, secret: { asFiles: true }, certificates: 'authorities', backup: { enabled: true } });
    single = renderChart({ mode: 'single', settings });
  });
  const find = (manifests: readonly Manifest[], kind: string, name: string): Manifest => {
    const found = manifests.find(({ kind: each, metadata }) => each === kind && metadata.name === name);
    ok(found, `${kind} ${name}`);
    return found;
  };

  it('passes the linter of Helm', () => {
    equal(runHelm(['lint', '--strict'], { settings }).error, undefined);
  });

  it('has the version of the product', () => {
    const { version, appVersion } = parse(fileOf('deploy/chart/Chart.yaml')) as Record<string, string>;
    deepEqual([version, appVersion], [product.version, product.version]);
  });

  it('confines its pods, references its secrets, and matches the schemas of its kinds, in each mode', () => {
    const rules: readonly ManifestRule[] = [secretsAreReferences, portsAreListenedOn, podsAreConfined];
    for (const manifests of [services, files, single]) for (const rule of rules) deepEqual(rule(manifests, product), []);
    deepEqual(schemaProblems([...files, ...single]), []);
  });

  /** Renders a further port, checks it, and returns the resources. The pod gets the port's setting, and its Service the port. */
  const openedPort = (mode: string, name: string, owner: string, values: object): Manifest[] => {
    const manifests = renderChart({ mode, settings, ...values });
    for (const rule of [secretsAreReferences, portsAreListenedOn, podsAreConfined]) deepEqual(rule(manifests, product), []);
    deepEqual(schemaProblems(manifests.filter(({ kind }) => kind !== 'HTTPRoute')), []);
    const setting = `${name.toUpperCase()}_PORT`;
    const valueIn = (pod: Pod) => pod.spec.containers[0]?.env?.find((each) => each.name === setting)?.value;
    const given = podsOf(manifests).flatMap((pod) =>
      valueIn(pod) === undefined ? [] : [[pod.labels['app.kubernetes.io/component'], valueIn(pod)]],
    );
    const service = find(manifests, 'Service', owner).spec as { ports: { name: string; port: number; targetPort: string }[] };
    const [[of, port] = []] = given;
    deepEqual([given.length, of, service.ports.slice(1)], [1, owner, [{ name, port: Number(port), targetPort: name }]]);
    equal(JSON.stringify(services).includes(setting), false);
    return manifests;
  };

  it('opens the port of flagd in delivery, or in the single pod', () => {
    for (const [mode, owner] of [
      ['services', 'delivery'],
      ['single', 'signalbox'],
    ] as const) {
      const manifests = openedPort(mode, 'flagd', owner, { flagd: { enabled: true, port: 8014, namespaces: ['shop'] } });
      match(JSON.stringify(find(manifests, 'NetworkPolicy', 'flagd')), /"values":\["shop"\]/);
    }
  });

  it('opens the port of users in the gateway, or in the single pod, to controllers, with a host of its own', () => {
    for (const [mode, owner] of [
      ['services', 'gateway'],
      ['single', 'signalbox'],
    ] as const) {
      const host = 'flags.example.com';
      const httpRoute = { enabled: true, parentRefs: [{ name: 'public' }] };
      const manifests = openedPort(mode, 'admin', owner, { httpRoute, admin: { enabled: true, port: 4300, host, tlsSecret: 'flags-tls' } });
      deepEqual(find(manifests, 'Ingress', 'admin').spec, {
        rules: [
          { host, http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: owner, port: { name: 'admin' } } } }] } },
        ],
        tls: [{ hosts: [host], secretName: 'flags-tls' }],
      });
      deepEqual(find(manifests, 'HTTPRoute', 'admin').spec, {
        parentRefs: [{ name: 'public' }],
        hostnames: [host],
        rules: [{ matches: [{ path: { type: 'PathPrefix', value: '/' } }], backendRefs: [{ name: owner, port: 4300 }] }],
      });
      ok(openIngress(manifests, 'ingress-nginx').includes(`${owner}:4300`));
      const closed = renderChart({ mode, settings, ingress: { enabled: false }, admin: { enabled: true } });
      ok(!closed.some(({ kind }) => kind === 'Ingress' || kind === 'HTTPRoute'));
    }
    deepEqual(openIngress(services, 'ingress-nginx'), ['delivery:4242', 'gateway:4242']);
  });

  it('encrypts backups to every recipient', () => {
    const argsOf = (manifests: readonly Manifest[]) =>
      podsOf(manifests).find(({ owner }) => owner.includes('backup'))?.spec.containers[0]?.args;
    deepEqual(argsOf(services), ['backup', '--to', '/backups', '--keep', '14']);
    const encrypted = renderChart({ settings, backup: { enabled: true, recipients: ['age1one', 'age1two'] } });
    deepEqual(argsOf(encrypted)?.slice(5), ['--recipient', 'age1one', '--recipient', 'age1two']);
  });

  it('backs up to object storage with its own secret, as variables, as files, or with the role of the pod', () => {
    const to = 's3://backups/signalbox/';
    const podWith = (values: object, backup: object = {}) => {
      const manifests = renderChart({ settings, ...values, backup: { enabled: true, to, ...backup } });
      for (const rule of [secretsAreReferences, podsAreConfined]) deepEqual(rule(manifests, product), []);
      deepEqual(schemaProblems(manifests), []);
      const { spec } = podsOf(manifests).find(({ owner }) => owner === 'CronJob backup') ?? {};
      const [container] = spec?.containers ?? [];
      ok(spec && container);
      deepEqual(container.args, ['backup', '--to', to]);
      return { spec, env: new Map(container.env?.map(({ name, value, valueFrom }) => [name, value ?? valueFrom?.secretKeyRef?.name])) };
    };
    const keys = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
    const variables = podWith({}, { settings: { AWS_REGION: 'eu-central-1' } });
    deepEqual(
      ['AWS_REGION', ...keys].map((key) => variables.env.get(key)),
      ['eu-central-1', 'signalbox-backup', 'signalbox-backup'],
    );
    const ofFiles = podWith({ secret: { asFiles: true } }, { secret: 'other' });
    deepEqual(
      keys.map((key) => ofFiles.env.get(`${key}_FILE`)),
      keys.map((key) => `/storage/${key}`),
    );
    match(JSON.stringify(ofFiles.spec), /"name":"storage","secret":\{"defaultMode":\d+,"secretName":"other"\}/);
    match(JSON.stringify(ofFiles.spec), /"mountPath":"\/storage","name":"storage","readOnly":true/);
    deepEqual([...podWith({}, { secret: '' }).env.keys()], ['DATABASE_URL']);
  });

  it('takes the values of the command for object storage in docs/operate.md', () => {
    const [, words = ''] = /^helm upgrade signalbox deploy\/chart (.*)$/m.exec(fileOf('docs/operate.md')) ?? [];
    const further = words.replaceAll("'", '').split(' ');
    ok(further.includes('--reuse-values'));
    const command = ['template', 'signalbox', ...further.filter((word) => word !== '--reuse-values')];
    const { output, error } = runHelm(command, { settings });
    equal(error, undefined);
    const pod = podsOf(parseManifests(output)).find(({ owner }) => owner === 'CronJob backup');
    deepEqual(pod?.spec.containers[0]?.args?.slice(0, 4), ['backup', '--to', 's3://backups/signalbox/', '--recipient']);
  });

  it('refuses unknown and wrong values', () => {
    const errorOf = (values: object) => runHelm(['template', 'signalbox'], values).error ?? '';
    match(errorOf({ image: { tags: '1' } }), /additional properties 'tags' not allowed/);
    match(errorOf({ services: { toggle: {} } }), /additional properties 'toggle' not allowed/);
    match(errorOf({ backup: { recipients: ['ssh-ed25519 AAAA'] } }), /does not match pattern '\^age1'/);
    for (const to of ['s3://backups/signalbox', '/backups', 'https://storage.example.com/'])
      match(errorOf({ backup: { to } }), /backup\/to.*does not match pattern/s, to);
    match(errorOf({ mode: 'one' }), /value must be one of 'services', 'single'/);
    match(errorOf({ settings: { 'log-level': 'warn' } }), /'log-level' does not match pattern/);
    match(errorOf({ httpRoute: { enabled: true } }), /httpRoute.parentRefs names the Gateway/);
    match(errorOf({ mode: 'single', backup: { enabled: true } }), /backup.enabled needs the mode services/);
  });

  it('runs the migration before the services, as a hook', () => {
    const { annotations } = find(services, 'Job', 'migrate').metadata;
    equal(annotations?.['helm.sh/hook'], 'pre-install,pre-upgrade');
    ok(!renderChart({ migration: { enabled: false } }).some(({ kind }) => kind === 'Job'));
  });

  it('reads every secret from a file if asked to, and trusts additional authorities', () => {
    const { secret } = parse(fileOf('deploy/chart/values.yaml')) as { secret: { optional: string[] } };
    for (const { owner, spec } of podsOf(files)) {
      const [{ env = [] } = {}] = spec.containers;
      const names = env.filter(({ valueFrom }) => valueFrom !== undefined).map(({ name }) => name);
      deepEqual(names, [], owner);
      equal(env.find(({ name }) => name === 'NODE_EXTRA_CA_CERTS')?.value, '/certificates/ca.crt', owner);
    }
    const identity = podsOf(files).find(({ owner }) => owner === 'Deployment identity');
    const keys = ['BUS_URL', 'CACHE_URL', 'DATABASE_URL', 'INTERNAL_SECRET', ...secret.optional];
    const paths = identity?.spec.containers[0]?.env?.filter(({ name }) => name.endsWith('_FILE')).map(({ value }) => value);
    deepEqual(paths?.toSorted(), keys.map((key) => `/secrets/${key}`).toSorted());
  });

  it('gives a service its own secret and settings', () => {
    const own = { secret: 'signalbox-toggles', settings: { DATABASE_CONNECTIONS: 20 } };
    const [toggles, audit] = ['toggles', 'audit'].map(
      (name) => podsOf(renderChart({ services: { toggles: own } })).find(({ owner }) => owner === `Deployment ${name}`)?.spec,
    );
    const secretsOf = (spec: typeof toggles) =>
      new Set(spec?.containers[0]?.env?.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.name ?? []));
    deepEqual([secretsOf(toggles), secretsOf(audit)], [new Set(['signalbox-toggles']), new Set(['signalbox'])]);
    equal(toggles?.containers[0]?.env?.find(({ name }) => name === 'DATABASE_CONNECTIONS')?.value, '20');
  });

  it('merges values into every pod', () => {
    for (const mode of ['services', 'single']) {
      const pods = podsOf(renderChart({ mode, pod: { priorityClassName: 'high', nodeSelector: { disk: 'ssd' } } }));
      ok(pods.length > 0);
      for (const { owner, spec } of pods) equal((spec as { priorityClassName?: string }).priorityClassName, 'high', owner);
    }
  });

  it('routes through the Gateway API instead of an Ingress', () => {
    const manifests = renderChart({ ingress: { enabled: false }, httpRoute: { enabled: true, parentRefs: [{ name: 'public' }] } });
    ok(!manifests.some(({ kind }) => kind === 'Ingress'));
    const { rules } = find(manifests, 'HTTPRoute', 'signalbox').spec as {
      rules: { matches: { path: { value: string } }[]; backendRefs: { name: string }[] }[];
    };
    const routes = rules.map(({ matches, backendRefs }) => `${matches[0]?.path.value} ${backendRefs[0]?.name}`);
    const { rules: paths } = find(services, 'Ingress', 'signalbox').spec as {
      rules: { http: { paths: { path: string; backend: { service: { name: string } } }[] } }[];
    };
    deepEqual(
      routes,
      paths[0]?.http.paths.map(({ path, backend }) => `${path} ${backend.service.name}`),
    );
  });

  it('runs everything in one pod on a volume, open only to controllers', () => {
    deepEqual(
      podsOf(single).map(({ owner }) => owner),
      ['StatefulSet signalbox'],
    );
    deepEqual(openIngress(single, 'ingress-nginx'), ['signalbox:4242']);
    deepEqual(openIngress(single, 'default'), []);
    ok(allowedOutside(single).includes('signalbox -> 0.0.0.0/0:443'));
    deepEqual(allowedCalls(single), []);
    const group = (manifests: readonly Manifest[]) => podsOf(manifests)[0]?.spec.securityContext?.['fsGroup'];
    equal(group(single), 10_001);
    equal(group(renderChart({ mode: 'single', single: { securityContext: { fsGroup: null } } })), undefined);
  });

  it('renders further resources as templates', () => {
    const extra = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'of-{{ .Release.Name }}' } };
    find(renderChart({ extraObjects: [extra] }), 'ConfigMap', 'of-signalbox');
  });

  it('accepts the values of the examples for Argo CD and Flux, which name its version', () => {
    const manifests = ['argo-cd', 'flux'].flatMap((tool) => parseManifests(fileOf(`deploy/gitops/${tool}.yaml`)));
    const specOf = (kind: string) => find(manifests, kind, 'signalbox').spec as unknown;
    const { source } = specOf('Application') as { source: { targetRevision: string; helm: { valuesObject: object } } };
    const { ref } = specOf('OCIRepository') as { ref: { tag: string } };
    const { values } = specOf('HelmRelease') as { values: object };
    deepEqual([source.targetRevision, ref.tag], [product.version, product.version]);
    for (const each of [source.helm.valuesObject, values]) ok(renderChart(each).length > 0);
  });
});
