import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authenticate, fetchAccess, fetchState, fetchTokens, questions, runChangeset } from '@signalbox/contracts';
import { deliverySurface } from '@signalbox/delivery/surface';
import { compareTexts } from '@signalbox/kit';
import { surfaces } from '@signalbox/standalone/services';
import { describeUnless, itUnless, missing } from '@signalbox/testing';
import { contentOf, nameOf, renderChart } from './chart.ts';
import {
  addressesAreServices,
  imagesAreBuilt,
  type ManifestRule,
  podsAreConfined,
  portsAreListenedOn,
  probesAreAnswered,
  type Product,
  secretsAreReferences,
  variablesAreSettings,
} from './manifest-rules.ts';
import { buildManifests, buildWith, cannotBuild, type Manifest, podsOf, roots, selects, type Selector } from './manifests.ts';
import { allowedCalls, allowedOutside, askersOf, followersOfState, nameServers, openIngress } from './network.ts';
import { readProduct } from './product.ts';
import { schemaProblems } from './schemas.ts';

/** Services behind the public one. */
const services = surfaces.map(({ name }) => name).filter((name) => name !== 'gateway');

interface Case {
  readonly title: string;
  readonly rule: ManifestRule;
  /** A change of all manifests that the rule must report, and the expected finding. */
  readonly planted: readonly (readonly [from: string, to: string, finding: RegExp])[];
}

const cases: readonly Case[] = [
  {
    title: 'use known settings with valid values',
    rule: variablesAreSettings,
    planted: [
      ['"LOG_LEVEL"', '"LOG_LEVELS"', /unknown setting LOG_LEVELS$/],
      ['"LOG_LEVEL":"warn"', '"LOG_LEVEL":"loud"', /LOG_LEVEL must be one of/],
    ],
  },
  {
    title: 'reference secrets and contain none',
    rule: secretsAreReferences,
    planted: [
      ['"LOG_LEVEL":"warn"', '"INTERNAL_SECRET":"x"', /INTERNAL_SECRET is a secret/],
      ['"kind":"Namespace"', '"kind":"Secret"', /Secret signalbox is committed/],
    ],
  },
  {
    title: 'point to ports that are open',
    rule: portsAreListenedOn,
    planted: [
      ['"containerPort":4242', '"containerPort":80', /nothing listens on 80$/],
      ['"targetPort":"http"', '"targetPort":"web"', /no pod has a port web$/],
    ],
  },
  {
    title: 'use the addresses of Services',
    rule: addressesAreServices,
    planted: [['http://toggles:4242', 'http://toggle:4242', /TOGGLES_URL: no Service is at http:\/\/toggle:4242/]],
  },
  {
    title: 'probe existing paths',
    rule: probesAreAnswered,
    planted: [['"path":"/ready"', '"path":"/readyz"', /its readinessProbe requests \/readyz/]],
  },
  {
    title: 'run images that are built',
    rule: imagesAreBuilt,
    planted: [
      ['"image":"signalbox:', '"image":"signalbox:0.', /image signalbox:0\.\S+ is not built/],
      ['"args":["audit"]', '"args":["toggles"]', /Deployment audit: it runs toggles$/],
    ],
  },
  {
    title: 'run the product as an unprivileged user',
    rule: podsAreConfined,
    planted: [['"readOnlyRootFilesystem":true', '"readOnlyRootFilesystem":false', /readOnlyRootFilesystem is missing/]],
  },
];

const plant = (manifests: readonly Manifest[], from: string, to: string): Manifest[] => {
  const text = JSON.stringify(manifests);
  ok(text.includes(from), from);
  return JSON.parse(text.replace(from, to)) as Manifest[];
};

const component = 'app.kubernetes.io/component';
const serverPorts = { mysql: 3306, rabbitmq: 5672, redis: 6379 };
const withData = ['audit', 'change-requests', 'identity', 'integrations', 'toggles'];

describeUnless('the manifests', cannotBuild, () => {
  let product: Product;
  const built = new Map<string, Manifest[]>();
  const of = (root: (typeof roots)[number]) => built.get(root) ?? [];
  before(async () => {
    product = await readProduct();
    for (const root of roots) built.set(root, buildManifests(root));
  });

  for (const { title, rule, planted } of cases) {
    it(title, () => {
      for (const root of roots) deepEqual(rule(of(root), product), [], root);
    });

    it(`${title}: reports planted violations`, () => {
      for (const [from, to, finding] of planted) match(rule(plant(of(roots[0]), from, to), product)[0] ?? 'nothing', finding);
    });
  }

  it('match the schemas of their kinds', () => {
    deepEqual(schemaProblems(roots.flatMap((root) => of(root))), []);
  });

  it('match the schemas of their kinds: reports planted violations', () => {
    const manifests = of('deploy/overlays/production');
    const wrong = [
      ['"minReplicas":3', '"minimumReplicas":3'],
      ['"honorLabels":true', '"honourLabels":true'],
      ['"maxUnavailable":1,', '"maxUnavailable":[],'],
    ] as const;
    const problems = schemaProblems(wrong.reduce((all, [from, to]) => plant(all, from, to), manifests)).join('\n');
    match(problems, /^HorizontalPodAutoscaler delivery: .*"minimumReplicas"' does not exist/m);
    match(problems, /^ServiceMonitor signalbox: .*"honourLabels"' does not exist/m);
    match(problems, /^PodDisruptionBudget \w+: /m);
  });

  /** Calls that the code makes: the gateway's calls to all services, questions, and connections to servers. */
  const callsOfTheCode = () => {
    const requested = [
      [authenticate, askersOf('authenticate')],
      [fetchAccess, askersOf('fetchAccess')],
      [fetchTokens, askersOf('fetchTokens')],
      [fetchState, followersOfState()],
      [runChangeset, askersOf('runChangeset')],
    ] as const;
    equal(requested.length, questions.length);
    const all = ['gateway', ...services];
    const put = requested.flatMap(([{ service }, askers]) => (askers === 'all' ? all : askers).map((asker) => [asker, service] as const));
    const passed = services.map((service) => ['gateway', service] as const);
    return [...new Set([...put, ...passed].filter(([from, to]) => from !== to).map(([from, to]) => `${from} -> ${to}:4242`))].sort();
  };
  const amongServices = (call: string) => !Object.values(serverPorts).some((port) => call.endsWith(`:${port}`));

  it('are the same in the Helm chart', () => {
    const proxies = { BASE_URL: 'https://signalbox.example.com', SECURE_COOKIES: 'true', TRUSTED_PROXIES: '10.0.0.0/8' };
    const rendered = new Map(renderChart({ settings: proxies, monitoring: { enabled: true } }).map((each) => [nameOf(each), each]));
    const built = [...of('deploy/overlays/production'), ...of('deploy/migration')].filter(({ kind }) => kind !== 'Namespace');
    for (const manifest of built) {
      const ofChart = rendered.get(nameOf(manifest));
      ok(ofChart, nameOf(manifest));
      deepEqual(contentOf(ofChart), contentOf(manifest), nameOf(manifest));
      for (const [label, value] of Object.entries(manifest.metadata.labels ?? {})) equal(ofChart.metadata.labels?.[label], value);
      rendered.delete(nameOf(manifest));
    }
    deepEqual([...rendered.keys()].sort(), ['NetworkPolicy from-test', 'NetworkPolicy test', 'Pod test']);
  });

  it('allow access to a collector if the component for traces is included, and not otherwise', () => {
    const settingsIn = (manifests: readonly Manifest[]) =>
      manifests.find(({ metadata }) => metadata.name.startsWith('settings-'))?.data ?? {};
    const traced = buildWith('deploy/overlays/production', 'deploy/tracing');
    for (const { rule } of cases) deepEqual(rule(traced, product), []);
    deepEqual(schemaProblems(traced), []);
    const { port } = new URL(settingsIn(traced)['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? '');
    const way = traced.find(({ metadata }) => metadata.name === 'to-collector');
    ok(way);
    const { podSelector, egress } = way.spec as unknown as { podSelector: Selector; egress: { ports: { port: number }[] }[] };
    deepEqual(egress[0]?.ports, [{ protocol: 'TCP', port: Number(port) }]);
    for (const service of ['gateway', ...services])
      ok(selects(podSelector, { [component]: service, 'signalbox/service': 'true' }), service);
    for (const root of roots) ok(!('OTEL_EXPORTER_OTLP_ENDPOINT' in settingsIn(of(root))), root);
  });

  it('back up to a volume if the component for backups is included, and only reach the database', () => {
    const backedUp = buildWith('deploy/overlays/production', 'deploy/backup');
    for (const { rule } of cases) deepEqual(rule(backedUp, product), []);
    deepEqual(schemaProblems(backedUp), []);
    const pod = podsOf(backedUp).find(({ owner }) => owner === 'CronJob backup');
    deepEqual(pod?.spec.containers[0]?.args, ['backup', '--to', '/backups', '--keep', '14']);
    const calls = allowedOutside(backedUp).filter((call) => call.startsWith('backup ->') && !call.endsWith(':53'));
    deepEqual(calls, ['backup -> 10.0.0.0/8:3306']);
  });

  it('back up to object storage if that component is included, with an access key of its own, as the chart does', () => {
    const backedUp = buildWith('deploy/overlays/production', 'deploy/object-storage');
    for (const { rule } of cases) deepEqual(rule(backedUp, product), []);
    deepEqual(schemaProblems(backedUp), []);
    ok(!backedUp.some(({ kind }) => kind === 'PersistentVolumeClaim'));
    const calls = allowedOutside(backedUp).filter((call) => call.startsWith('backup ->') && !call.endsWith(':53'));
    deepEqual(calls, ['backup -> 0.0.0.0/0:443', 'backup -> 10.0.0.0/8:3306', 'backup -> ::/0:443']);
    const settings = { AWS_ENDPOINT_URL: 'https://storage.example.com', AWS_REGION: 'us-east-1' };
    const backup = { enabled: true, to: 's3://your-bucket/signalbox/', recipients: ['age1-your-public-key'], settings };
    const rendered = new Map(renderChart({ backup }).map((each) => [nameOf(each), each]));
    ok(!rendered.has('PersistentVolumeClaim backups'));
    for (const name of ['CronJob backup', 'NetworkPolicy to-object-storage']) {
      const [ofChart, built] = [rendered.get(name), backedUp.find((each) => nameOf(each) === name)];
      ok(ofChart && built, name);
      deepEqual(contentOf(ofChart), contentOf(built), name);
    }
  });

  it('open a port for users in the gateway if that component is included, as the chart does', () => {
    const opened = buildWith('deploy/overlays/production', 'deploy/admin');
    for (const { rule } of cases) deepEqual(rule(opened, product), []);
    deepEqual(schemaProblems(opened), []);
    deepEqual(openIngress(opened, 'ingress-nginx'), ['delivery:4242', 'gateway:4242', 'gateway:4243']);
    const rendered = new Map(renderChart({ admin: { enabled: true } }).map((each) => [nameOf(each), each]));
    for (const name of ['Service gateway', 'Ingress admin', 'NetworkPolicy doors']) {
      const [ofChart, built] = [rendered.get(name), opened.find((each) => nameOf(each) === name)];
      ok(ofChart && built, name);
      deepEqual(contentOf(ofChart), contentOf(built), name);
    }
    const gatewayIn = (manifests: Iterable<Manifest>) =>
      podsOf([...manifests]).find(({ owner }) => owner === 'Deployment gateway')?.spec.containers[0];
    const [ofChart, built] = [gatewayIn(rendered.values()), gatewayIn(opened)];
    deepEqual(ofChart?.ports, built?.ports);
    deepEqual(ofChart?.env?.at(-1), built?.env?.at(-1));
    equal(built?.env?.at(-1)?.name, 'ADMIN_PORT');
  });

  it("allow only the calls between services that questions and the gateway's routing make", () => {
    for (const root of ['deploy/overlays/small', 'deploy/overlays/production'] as const)
      deepEqual(allowedCalls(of(root)).filter(amongServices), callsOfTheCode(), root);
  });

  it('allow only the calls between services: reports planted violations', () => {
    const everybody = [{ podSelector: {} }];
    const spec = { podSelector: {}, policyTypes: ['Ingress', 'Egress'], ingress: [{ from: everybody }], egress: [{ to: everybody }] };
    const open: Manifest = { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'open' }, spec };
    ok(!allowedCalls(of(roots[0])).includes('playground -> audit:4242'));
    ok(allowedCalls([...of(roots[0]), open]).includes('playground -> audit:4242'));
  });

  it('allow access to a server only for its users', () => {
    const all = ['gateway', ...services];
    const uses = { mysql: [...withData, 'migrate'], rabbitmq: all, redis: all };
    const calls = (address: (server: keyof typeof uses) => string, migrates: boolean) =>
      (Object.keys(uses) as (keyof typeof uses)[])
        .flatMap((server) => uses[server].map((user) => `${user} -> ${address(server)}:${serverPorts[server]}`))
        .filter((call) => migrates || !call.startsWith('migrate'))
        .sort();
    const small = [...of('deploy/overlays/small'), ...of('deploy/migration')];
    deepEqual(
      allowedCalls(small).filter((call) => !amongServices(call)),
      calls((server) => server, true),
    );
    const outside = allowedOutside(of('deploy/overlays/production')).filter((call) => call.includes('10.0.0.0/8'));
    // A broker with TLS, and the sentinels of Redis, listen on other ports.
    const further = all.flatMap((user) => [5671, 26_379].map((port) => `${user} -> 10.0.0.0/8:${port}`));
    deepEqual(outside, [...calls(() => '10.0.0.0/8', false), ...further].sort());
  });

  it('allow every process to resolve names: in the cluster, through a cache on the node, and on OpenShift', () => {
    for (const root of ['deploy/overlays/small', 'deploy/overlays/production'] as const) {
      const servers = nameServers(of(root));
      for (const name of ['gateway', ...services])
        deepEqual(servers.get(name), ['169.254.20.10/32:53', 'kube-system:53', 'openshift-dns:5353'], `${root}: ${name}`);
    }
  });

  it('allow access to the internet only for identity, for sign-on and mail, and for integrations, to send events', () => {
    for (const root of ['deploy/overlays/small', 'deploy/overlays/production'] as const) {
      const isName = (call: string) => call.endsWith(' -> 169.254.20.10/32:53');
      const calls = allowedOutside(of(root)).filter((call) => !call.includes('10.0.0.0/8') && !isName(call));
      deepEqual(calls, [
        ...['0.0.0.0/0', '::/0'].flatMap((range) => [443, 465, 587].map((port) => `identity -> ${range}:${port}`)),
        'integrations -> 0.0.0.0/0:443',
        'integrations -> ::/0:443',
      ]);
    }
  });

  it("trust only the ingress controller for the caller's address", () => {
    for (const root of ['deploy/overlays/small', 'deploy/overlays/production'] as const) {
      const { data = {} } = of(root).find(({ kind, data: each }) => kind === 'ConfigMap' && each?.['LOG_LEVEL']) ?? {};
      const ranges = (data['TRUSTED_PROXIES'] ?? '').split(',');
      ok(ranges[0], `${root} sets no TRUSTED_PROXIES`);
      for (const range of ranges) ok(Number(range.split('/')[1]) >= 8, `${root} believes ${range}`);
    }
  });

  it('allow incoming traffic at two ports only, and Prometheus at every process', () => {
    const controllers = ['ingress', 'ingress-nginx', 'traefik', 'envoy-gateway-system', 'istio-ingress', 'openshift-ingress'];
    for (const root of ['deploy/overlays/small', 'deploy/overlays/production'] as const) {
      for (const controller of controllers) deepEqual(openIngress(of(root), controller), ['delivery:4242', 'gateway:4242'], controller);
      deepEqual(openIngress(of(root), 'default'), []);
    }
    deepEqual(
      openIngress(of('deploy/overlays/production'), 'monitoring'),
      ['gateway', ...services].map((service) => `${service}:9464`).sort(),
    );
  });

  itUnless('give RabbitMQ a cookie that only its owner can read, regardless of the mount', missing('find', 'chmod'), async () => {
    const pod = podsOf(of('deploy/overlays/small')).find(({ owner }) => owner === 'StatefulSet rabbitmq');
    equal(pod?.spec.securityContext?.['fsGroupChangePolicy'], 'OnRootMismatch');
    const [first] = pod?.spec.initContainers ?? [];
    const folder = await mkdtemp(join(tmpdir(), 'rabbitmq-'));
    const [executable = '', ...args] = first?.command?.map((word) => word.replace('/var/lib/rabbitmq', folder)) ?? [];
    try {
      execFileSync(executable, args);
      const cookie = join(folder, '.erlang.cookie');
      await writeFile(cookie, 'secret');
      await chmod(cookie, 0o660);
      execFileSync(executable, args);
      equal((await stat(cookie)).mode & 0o777, 0o600);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('give a database only to services with data', () => {
    const given = podsOf(of('deploy/overlays/production')).filter(({ spec }) =>
      spec.containers.some(({ env = [] }) => env.some(({ name }) => name === 'DATABASE_URL')),
    );
    deepEqual(given.map(({ labels }) => labels[component] ?? '').toSorted(compareTexts), withData);
  });

  interface IngressSpec {
    readonly rules: readonly {
      readonly http: {
        readonly paths: readonly { readonly path: string; readonly backend: { readonly service: { readonly name: string } } }[];
      };
    }[];
  }
  const ingressOf = (root: (typeof roots)[number]) => {
    const ingress = of(root).find(({ kind }) => kind === 'Ingress')?.spec as unknown as IngressSpec | undefined;
    return ingress?.rules.flatMap(({ http }) => http.paths.map(({ path, backend }) => [path, backend.service.name] as const));
  };

  it('route SDK paths to delivery, as the gateway does, and all other paths to the gateway, which authenticates users', () => {
    // Administrators read the manifest of `/openfeature`, and their tools write it.
    const paths = deliverySurface.paths.map(({ prefix }) => prefix).filter((prefix) => !/^\/(?:api\/admin|openfeature)/.test(prefix));
    const prefixes = paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`)));
    const inOrder = (rules: readonly (readonly [path: string, service: string])[] = []) =>
      rules.map((rule) => rule.join(' ')).sort(compareTexts);
    for (const root of ['deploy/overlays/small', 'deploy/overlays/production'] as const)
      deepEqual(inOrder(ingressOf(root)), inOrder([...prefixes.map((prefix) => [prefix, 'delivery'] as const), ['/', 'gateway']]));
  });
});
