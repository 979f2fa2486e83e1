import { readFiles } from '../architecture/source.ts';
import { type Manifest, type Pod, podsOf, type Selector, selects } from './manifests.ts';

interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string };
}

interface Policy {
  readonly podSelector: Selector;
  readonly policyTypes: readonly string[];
  readonly ingress?: readonly { readonly from: readonly Peer[] }[];
  readonly egress?: readonly { readonly to: readonly Peer[] }[];
}

const component = ({ labels }: Pod) => labels['app.kubernetes.io/component'] ?? '';
const policiesOf = (manifests: readonly Manifest[]) =>
  manifests.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec as unknown as Policy);

/** Whether a policy of this direction lets the pod have the other as its peer. */
function lets(policies: readonly Policy[], direction: 'Ingress' | 'Egress', pod: Pod, peer: Pod): boolean {
  const own = policies.filter(({ podSelector, policyTypes }) => policyTypes.includes(direction) && selects(podSelector, pod.labels));
  if (own.length === 0) return true;
  const peers = own.flatMap(({ ingress = [], egress = [] }) =>
    direction === 'Ingress' ? ingress.flatMap(({ from }) => from) : egress.flatMap(({ to }) => to),
  );
  return peers.some(
    ({ podSelector, namespaceSelector, ipBlock }) => !namespaceSelector && !ipBlock && selects(podSelector ?? {}, peer.labels),
  );
}

/** Who may call whom inside the namespace, as `caller -> called`, in order. */
export function allowedCalls(manifests: readonly Manifest[]): string[] {
  const policies = policiesOf(manifests);
  const pods = podsOf(manifests);
  const pairs = pods.flatMap((from) => pods.filter((to) => to !== from).map((to) => [from, to] as const));
  return pairs
    .filter(([from, to]) => lets(policies, 'Egress', from, to) && lets(policies, 'Ingress', to, from))
    .map(([from, to]) => `${component(from)} -> ${component(to)}`)
    .sort();
}

/** What the world may call, through whatever namespace. */
export function openIngress(manifests: readonly Manifest[], namespace: string): string[] {
  const open = policiesOf(manifests).filter(({ ingress = [] }) =>
    ingress.some(({ from }) =>
      from.some(({ namespaceSelector }) => namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name'] === namespace),
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
