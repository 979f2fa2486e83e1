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
/** Peers and ports of a policy. */
interface Opening {
  readonly peers: readonly Peer[];
  readonly ports: readonly Port[] | undefined;
}

const component = ({ labels }: Pod) => labels['app.kubernetes.io/component'] ?? '';
const policiesOf = (manifests: readonly Manifest[]) =>
  manifests.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec as unknown as Policy);
const portsOf = ({ spec }: Pod) => spec.containers.flatMap(({ ports = [] }) => ports);

/** Peers that the policies allow for a pod in this direction. Null if no policy applies, so that everything is allowed. */
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

/** True if the ports of a policy, all of them if it names none, include this one. */
const hasPort = (ports: readonly Port[] | undefined, { name, containerPort }: NamedPort): boolean =>
  !ports || ports.some(({ port }) => port === name || port === containerPort);

/** True if a policy of this direction allows the peer at that port of the called pod. */
function lets(policies: readonly Policy[], direction: Direction, pod: Pod, peer: Pod, called: NamedPort): boolean {
  const openings = openingsOf(policies, direction, pod);
  if (openings === null) return true;
  return openings.some(({ peers, ports }) => peers.some((each) => isPeer(each, peer)) && hasPort(ports, called));
}

interface NamedPort {
  readonly name: string;
  readonly containerPort: number;
}

/** Allowed calls inside the namespace, as `caller -> called:port`, sorted. Includes replicas of one kind. */
export function allowedCalls(manifests: readonly Manifest[]): string[] {
  const policies = policiesOf(manifests);
  const pods = podsOf(manifests);
  const ways = pods.flatMap((from) => pods.flatMap((to) => portsOf(to).map((port) => ({ from, to, port }))));
  return ways
    .filter(({ from, to, port }) => lets(policies, 'Egress', from, to, port) && lets(policies, 'Ingress', to, from, port))
    .map(({ from, to, port }) => `${component(from)} -> ${component(to)}:${port.containerPort}`)
    .sort();
}

/** Allowed calls to the outside, as `caller -> range:port`, sorted. */
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

/** DNS servers that each pod may use, by namespace or range. */
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

/** Ports that pods of this namespace may call, as `called:port`, sorted. */
export function openIngress(manifests: readonly Manifest[], namespace: string): string[] {
  const policies = policiesOf(manifests);
  const isFrom = ({ namespaceSelector }: Peer) =>
    namespaceSelector !== undefined && selects(namespaceSelector, { 'kubernetes.io/metadata.name': namespace });
  const isOpen = (pod: Pod, port: NamedPort) => {
    const openings = openingsOf(policies, 'Ingress', pod);
    return openings === null || openings.some(({ peers, ports }) => peers.some(isFrom) && hasPort(ports, port));
  };
  return podsOf(manifests)
    .flatMap((pod) => portsOf(pod).flatMap((port) => (isOpen(pod, port) ? [`${component(pod)}:${port.containerPort}`] : [])))
    .sort();
}

/** Services whose code asks the question; `all` if the host or a package asks it for everyone. */
export function askersOf(question: string): readonly string[] | 'all' {
  const asks = new RegExp(`\\bask\\(${question}\\b`);
  const askers = readFiles('{packages/host,services/*}/src/**/*.ts')
    .filter(({ path, text }) => !/\.(?:test|fixture|suite)\.ts$/.test(path) && asks.test(text))
    .map(({ path }) => path.split('/'));
  return askers.some(([folder]) => folder === 'packages') ? 'all' : askers.map(([, service = '']) => service);
}

/** Services that hold the features, which the replica package fetches for them. */
export const followersOfState = (): string[] =>
  readFiles('services/*/src/**/*.ts')
    .filter(
      ({ path, text }) =>
        !/\.(?:test|fixture|suite)\.ts$/.test(path) && /import \{[^}]*\bfollowState\b[^}]*\} from '@signalbox\/replica'/.test(text),
    )
    .map(({ path }) => path.split('/')[1] ?? '');
