import { fileVariableOf } from '@signalbox/kit';
import { portsIn, type Product } from './manifest-rules.ts';

/** The parts of a compose file that the checks read. */
export interface Compose {
  readonly name: string;
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

interface ComposeService {
  readonly profiles?: readonly string[];
  readonly image: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test?: unknown; readonly disable?: boolean };
  readonly read_only?: boolean;
  readonly mem_limit?: string;
  readonly pull_policy?: string;
}

export interface ComposeWorld extends Pick<Product, 'settings' | 'commands' | 'version'> {
  readonly exists: (path: string) => boolean;
}

type Rule = (name: string, service: ComposeService, compose: Compose, world: ComposeWorld) => string[];

const isProduct = ({ image }: ComposeService) => image.startsWith('signalbox:');
const unless = (holds: boolean, problem: string) => (holds ? [] : [problem]);

const variables: Rule = (_name, service, { services }, { settings }) =>
  Object.entries(isProduct(service) ? (service.environment ?? {}) : {}).flatMap(([variable, value]) => {
    const names = settings.flatMap((setting) => [setting.name, ...(setting.secret ? [fileVariableOf(setting)] : [])]);
    if (!names.includes(variable)) return [`unknown setting ${variable}`];
    return value !== null && /^https?:/.test(value) ? addressProblems(variable, new URL(value), services, settings) : [];
  });

function addressProblems(
  variable: string,
  { hostname, port }: URL,
  services: Compose['services'],
  settings: ComposeWorld['settings'],
): string[] {
  return [
    ...unless(hostname in services, `${variable} points to ${hostname}, which is not a service`),
    ...unless(port === portOf(settings), `${variable} points to port ${port}`),
  ];
}

const portOf = (settings: ComposeWorld['settings']) => settings.find(({ name }) => name === 'PORT')?.default;

const ports: Rule = (_name, service, _compose, { settings }) =>
  (isProduct(service) ? (service.ports ?? []) : [])
    .map((mapping) => mapping.split(':').at(-1))
    .flatMap((port) => unless([portOf(settings), ...portsIn(service.environment ?? {})].includes(port), `nothing listens on ${port}`));

const images: Rule = (name, service, { services }, { commands, version }) => {
  if (!isProduct(service)) return unless(/:v?\d+(?:\.\d+)+/.test(service.image), `${service.image} has no version`);
  const [command] = service.command ?? [];
  return [
    ...unless(service.image === `signalbox:${version}`, `${service.image} is not signalbox:${version}`),
    ...unless(command === undefined || commands.includes(command), `the image has no command ${command}`),
    // A single product runs all services.
    ...unless(command === undefined || command === name || !commands.includes(name), `it runs ${command}`),
    ...unless(
      Object.values(services).some(({ build }) => build !== undefined),
      'nothing builds the image',
    ),
    ...unless(service.read_only === true, 'it is not read-only'),
    // No third party may be able to register the name of an image that is built here.
    ...unless(service.pull_policy === 'build', 'it is pulled instead of built'),
    ...unless(service.mem_limit !== undefined, 'it has no memory limit'),
  ];
};

const files: Rule = (_name, { volumes = [] }, compose, { exists }) =>
  volumes
    .map((volume) => volume.split(':')[0] ?? '')
    .flatMap((from) => {
      if (from.startsWith('.')) return unless(exists(from), `unknown path ${from}`);
      return unless(from in compose.volumes, `unknown volume ${from}`);
    });

/** Dependencies that keep running are awaited until healthy, others until they complete. */
const order: Rule = (_name, { depends_on: needs = {} }, { services }) =>
  Object.entries(needs).flatMap(([needed, { condition }]) => {
    const ends = services[needed]?.healthcheck?.disable === true;
    const expected = ends ? 'service_completed_successfully' : 'service_healthy';
    const response = condition.replace('service_', '').replaceAll('_', ' ');
    return unless(condition === expected, `waits for ${needed} to be ${response}, not ${ends ? 'completed' : 'healthy'}`);
  });

/** Servers have a health check here, the product has one in its image, and one-off services disable it. */
const health: Rule = (name, service) =>
  unless(isProduct(service) || (service.healthcheck?.test !== undefined && !service.healthcheck.disable), `${name} has no health check`);

const rules: readonly Rule[] = [variables, ports, images, files, order, health];

/** Returns the errors of a compose file about the product, one sentence each, beginning with the service. */
export function composeProblems(compose: Compose, world: ComposeWorld): string[] {
  return Object.entries(compose.services).flatMap(([name, service]) =>
    rules.flatMap((rule) => rule(name, service, compose, world).map((problem) => `${name}: ${problem}`)),
  );
}
