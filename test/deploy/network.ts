import { readFiles } from '../architecture/source.ts';
import { type Manifest, type Pod, podsOf, type Selector, selects } from './manifests.ts';

interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string };
}

interface Port {
  readonly port: string | number;
}

interface Policy {
  readonly podSelector: Selector;
  readonly policyTypes: readonly string[];
  readonly ingress?: readonly { readonly from: readonly Peer[]; readonly ports?: readonly Port[] }[];
  readonly egress?: readonly { readonly to: readonly Peer[]; readonly ports?: readonly Port[] }[];
}

type Direction = 'Ingress' | 'Egress';
/** Whom a policy names, at which ports. */
interface Opening {
  readonly peers: readonly Peer[];
  readonly ports: readonly Port[] | undefined;
}

const component = ({ labels }: Pod) => labels['app.kubernetes.io/component'] ?? '';
const policiesOf = (manifests: readonly Manifest[]) =>
  manifests.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec as unknown as Policy);
const portsOf = ({ spec }: Pod) => spec.containers.flatMap(({ ports = [] }) => ports);

/** What the policies open to a pod in this direction; null where none is about it, and all is open. */
function openingsOf(policies: readonly Policy[], direction: Direction, { labels }: Pod): readonly Opening[] | null {
  const own = policies.filter(({ podSelector, policyTypes }) => policyTypes.includes(direction) && selects(podSelector, labels));
  if (own.length === 0) return null;
  return own.flatMap(({ ingress = [], egress = [] }) =>
    direction === 'Ingress'
      ? ingress.map(({ from, ports }) => ({ peers: from, ports }))
      : egress.map(({ to, ports }) => ({ peers: to, ports })),
  );
}

const isPeer = ({ podSelector, namespaceSelector, ipBlock }: Peer, { labels }: Pod) =>
  !namespaceSelector && !ipBlock && selects(podSelector ?? {}, labels);

/** Whether a policy of this direction lets the pod have the other as its peer, at that port of the called one. */
function lets(policies: readonly Policy[], direction: Direction, pod: Pod, peer: Pod, { name, containerPort }: NamedPort): boolean {
  const openings = openingsOf(policies, direction, pod);
  if (openings === null) return true;
  return openings.some(
    ({ peers, ports }) =>
      peers.some((each) => isPeer(each, peer)) && (!ports || ports.some(({ port }) => port === name || port === containerPort)),
  );
}

interface NamedPort {
  readonly name: string;
  readonly containerPort: number;
}

/** Who may call whom inside the namespace, as `caller -> called:port`, in order; also what is one of several of its kind. */
export function allowedCalls(manifests: readonly Manifest[]): string[] {
  const policies = policiesOf(manifests);
  const pods = podsOf(manifests);
  const ways = pods.flatMap((from) => pods.flatMap((to) => portsOf(to).map((port) => ({ from, to, port }))));
  return ways
    .filter(({ from, to, port }) => lets(policies, 'Egress', from, to, port) && lets(policies, 'Ingress', to, from, port))
    .map(({ from, to, port }) => `${component(from)} -> ${component(to)}:${port.containerPort}`)
    .sort();
}

/** Who may call what stands outside, as `caller -> range:port`, in order. */
export function allowedOutside(manifests: readonly Manifest[]): string[] {
  const policies = policiesOf(manifests);
  return podsOf(manifests)
    .flatMap((pod) =>
      (openingsOf(policies, 'Egress', pod) ?? []).flatMap(({ peers, ports = [] }) =>
        peers.flatMap(({ ipBlock }) => (ipBlock ? ports.map(({ port }) => `${component(pod)} -> ${ipBlock.cidr}:${port}`) : [])),
      ),
    )
    .sort();
}

const namePorts = [53, 5353];

/** Where each pod may resolve names, by namespace or range. */
export function nameServers(manifests: readonly Manifest[]): Map<string, string[]> {
  const policies = policiesOf(manifests);
  const serversOf = (pod: Pod) =>
    (openingsOf(policies, 'Egress', pod) ?? []).flatMap(({ peers, ports = [] }) =>
      peers.flatMap(({ ipBlock, namespaceSelector }) => {
        const server = ipBlock?.cidr ?? namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name'];
        return ports.filter(({ port }) => namePorts.includes(Number(port))).map(({ port }) => `${server}:${port}`);
      }),
    );
  return new Map(podsOf(manifests).map((pod) => [component(pod), [...new Set(serversOf(pod))].sort()]));
}

/** What the world may call, through whatever namespace. */
export function openIngress(manifests: readonly Manifest[], namespace: string): string[] {
  const open = policiesOf(manifests).filter(({ ingress = [] }) =>
    ingress.some(({ from }) =>
      from.some(({ namespaceSelector }) => namespaceSelector && selects(namespaceSelector, { 'kubernetes.io/metadata.name': namespace })),
    ),
  );
  return podsOf(manifests)
    .filter(({ labels }) => open.some(({ podSelector }) => selects(podSelector, labels)))
    .map(component)
    .sort();
}

/** Which services put the question, as their code says; `all` where the host or a package does it for everybody. */
export function askersOf(question: string): readonly string[] | 'all' {
  const asks = new RegExp(`\\bask\\(${question}\\b`);
  const askers = readFiles('{packages/host,services/*}/src/**/*.ts')
    .filter(({ path, text }) => !/\.(?:test|fixture|suite)\.ts$/.test(path) && asks.test(text))
    .map(({ path }) => path.split('/'));
  return askers.some(([folder]) => folder === 'packages') ? 'all' : askers.map(([, service = '']) => service);
}

/** Services that hold the features, which the replica's package fetches for them. */
export const followersOfState = (): string[] =>
  readFiles('services/*/src/**/*.ts')
    .filter(
      ({ path, text }) =>
        !/\.(?:test|fixture|suite)\.ts$/.test(path) && /import \{[^}]*\bfollowState\b[^}]*\} from '@signalbox\/replica'/.test(text),
    )
    .map(({ path }) => path.split('/')[1] ?? '');
