/** A node of a V8 profile. */
interface Frame {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

interface CpuProfile {
  readonly nodes: readonly Frame[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

/** Shares of a process's CPU time, largest first. */
export interface Shares {
  readonly process: string;
  readonly busyMs: number;
  /** By package, service or library, without the functions that they call. */
  readonly areas: readonly Share[];
  /** By function of the product, with the functions that they call. Work after an `await` counts for its first own function. */
  readonly functions: readonly Share[];
}

type Share = readonly [name: string, share: number];

/** Makes a process accept a profiler, on a free port of the loopback interface that it prints. */
export const profiledOptions = '--inspect=127.0.0.1:0';
const address = /Debugger listening on (ws:\S+)/g;
const samplingIntervalUs = 500;

/** Profiles all processes that printed their address in `log` while `work` runs. */
export async function profileProcesses(log: () => string, work: () => Promise<void>): Promise<Shares[]> {
  const inspectors = await Promise.all([...log().matchAll(address)].map(([, url = '']) => openInspector(url)));
  for (const { call } of inspectors) {
    await call('Profiler.enable');
    await call('Profiler.setSamplingInterval', { interval: samplingIntervalUs });
    await call('Profiler.start');
  }
  await work();
  return Promise.all(
    inspectors.map(async ({ call, close }) => {
      const { profile } = (await call('Profiler.stop')) as { profile: CpuProfile };
      const { result } = (await call('Runtime.evaluate', { expression: 'process.argv[2] ?? "one process"' })) as {
        result: { value: string };
      };
      close();
      return sharesOf(result.value, profile);
    }),
  );
}

/** A connection by the Chrome DevTools Protocol. */
async function openInspector(url: string) {
  const socket = new WebSocket(url);
  const pending = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown };
    pending.get(id)?.(result);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`cannot connect to ${url}`)));
  });
  const call = (method: string, params: object = {}): Promise<unknown> => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const id = pending.size + 1;
    pending.set(id, resolve);
    socket.send(JSON.stringify({ id, method, params }));
    return promise;
  };
  return { call, close: () => socket.close() };
}

/** The package, service or library of a file; the function of V8 itself if there is no file. */
function areaOf({ callFrame: { functionName, url } }: Frame): string {
  const library = /node_modules\/\.pnpm\/(@?[^@/]+)/.exec(url)?.[1];
  const own = /\/((?:packages|services)\/[^/]+)\/src\//.exec(url)?.[1];
  return library?.replace('+', '/') ?? own ?? (url.startsWith('node:') ? 'Node' : functionName || 'native code');
}

export function sharesOf(process: string, { nodes, samples, timeDeltas }: CpuProfile): Shares {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const areas = new Map<string, number>();
  const functions = new Map<string, number>();
  let busyUs = 0;
  for (const [index, sample] of samples.entries()) {
    const node = byId.get(sample);
    const spent = timeDeltas[index] ?? 0;
    if (!node || node.callFrame.functionName === '(idle)') continue;
    busyUs += spent;
    add(areas, areaOf(node), spent);
    for (const name of ownFunctions(node, byId, parents)) add(functions, name, spent);
  }
  return { process, busyMs: busyUs / 1000, areas: sortedShares(areas, busyUs), functions: sortedShares(functions, busyUs) };
}

function ownFunctions(node: Frame, byId: ReadonlyMap<number, Frame>, parents: ReadonlyMap<number, number>): Set<string> {
  const names = new Set<string>();
  for (let at: Frame | undefined = node; at; at = byId.get(parents.get(at.id) ?? -1)) {
    const file = /\/(?:packages|services)\/([^/]+\/src\/.*)$/.exec(at.callFrame.url)?.[1];
    if (file) names.add(`${at.callFrame.functionName || '(anonymous)'} in ${file.replace('/src/', '/')}`);
  }
  return names;
}

const add = (sums: Map<string, number>, name: string, spent: number): void => void sums.set(name, (sums.get(name) ?? 0) + spent);

const sortedShares = (sums: ReadonlyMap<string, number>, total: number): Share[] =>
  [...sums].map(([name, spent]) => [name, spent / total] as const).toSorted(([, one], [, other]) => other - one);

const shownAreas = 10;
const shownFunctions = 12;
/** Processes with less CPU time do not matter for the request. */
const minBusyMs = 100;

/** Prints the largest shares of each process. */
export function printShares(title: string, shares: readonly Shares[], say: (line: string) => void): void {
  for (const { process, busyMs, areas, functions } of shares) {
    if (busyMs < minBusyMs) continue;
    say(`\n${title}, ${process}: ${Math.round(busyMs)} ms of CPU`);
    for (const [heading, list] of [
      ['where', areas.slice(0, shownAreas)],
      ['functions with what they call', functions.slice(0, shownFunctions)],
    ] as const)
      say(`  ${heading}: ${list.map(([name, share]) => `${name} ${(share * 100).toFixed(0)} %`).join(', ')}`);
  }
}
