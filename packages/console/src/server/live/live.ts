import { signal } from '@preact/signals';
import { answers, askAgain, isLoggedOut, isOffline, isOwn } from '../ask.ts';
import { concerns, type LiveChange } from './concerns.ts';
import { eventReader } from './read-events.ts';

/** Status of the event stream. With `away`, data is refetched periodically. */
export const liveness = signal<'beginning' | 'live' | 'disconnected'>('beginning');

/** Delays the refetch after a change; true if its owner will refetch later. */
type Throttle = (change: LiveChange) => boolean;

/** Message between tabs. */
type Message =
  | { readonly kind: 'changes'; readonly changes: readonly LiveChange[]; readonly lastId: string | null }
  | { readonly kind: 'resync'; readonly lastId: string | null }
  | { readonly kind: 'liveness'; readonly is: typeof liveness.value }
  | { readonly kind: 'question' };

const name = 'signalbox-changes';
const path = '/api/admin/changes/stream';
const pollMs = 15_000;
/** The server sends a message every 15 seconds. */
const maxSilenceMs = 40_000;
const comeBackMs = 2000;
/** Maximum delay between a change and its arrival in the log that the first stream makes up for. */
const lagMs = 2000;
const maxRecentMs = 60_000;
/** Changes within this time share one refetch. */
const gatherMs = 150;

const throttles = new Map<string, Set<Throttle>>();
let tabs: BroadcastChannel | undefined;
let lastId: string | null = null;
let gathered: LiveChange[] = [];

/** Subscribes to changes, with one stream for all tabs of the browser. */
export function followChanges(): void {
  if (tabs) return;
  tabs = new BroadcastChannel(name);
  tabs.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data));
  // Without HTTPS browsers offer no leader election. Then each tab has its own stream and sends nothing to the others.
  if ('locks' in navigator) void navigator.locks.request(name, lead);
  else void followForever();
  broadcast({ kind: 'question' });
  addEventListener('offline', () => {
    isOffline.value = true;
    void askAgain();
  });
  // The first response ends the offline state. A server on this machine responds even without a network.
  addEventListener('online', () => void askAgain());
  setInterval(() => liveness.value === 'disconnected' && !document.hidden && void askAgain(), pollMs);
}

/** Delays refetches of an operation while `throttle` returns true. Returns a function that ends the delay. */
export function holdBack(question: string, throttle: Throttle): () => void {
  const own = throttles.get(question) ?? new Set();
  throttles.set(question, own);
  own.add(throttle);
  return () => void own.delete(throttle);
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
const broadcast = (message: Message): void => tabs?.postMessage(message);

let isLeader = false;

function lead(): Promise<never> {
  isLeader = true;
  return followForever();
}

/** Applies a message, and forwards it to the other tabs if this tab leads. */
function spread(message: Message): void {
  if (isLeader) broadcast(message);
  receive(message);
}

function receive(message: Message): void {
  if (message.kind === 'question') {
    if (isLeader) broadcast({ kind: 'liveness', is: liveness.value });
    return;
  }
  if (message.kind === 'liveness') liveness.value = message.is;
  else lastId = message.lastId ?? lastId;
  if (message.kind === 'resync') void askAgain();
  if (message.kind === 'changes') gather(message.changes);
}

function gather(changes: readonly LiveChange[]): void {
  if (gathered.length === 0) setTimeout(release, gatherMs);
  gathered.push(...changes);
}

function release(): void {
  const changes = gathered.map((change) => ({ change, mayAsk: isOwn(change.groupId) ? isOfLog : undelayed(change) }));
  gathered = [];
  void answers.invalidateQueries({
    predicate: ({ queryKey }) => changes.some(({ change, mayAsk }) => mayAsk(String(queryKey[0])) && concerns(change, queryKey)),
  });
}

/** Own changes are refetched immediately, but the log receives them later. */
const isOfLog = (question: string): boolean => question.includes('/events');

function undelayed(change: LiveChange): (question: string) => boolean {
  const delayed = delayedBy(change);
  return (question) => !delayed.has(question);
}

/** Calls each throttle once, because it may count. */
const delayedBy = (change: LiveChange): ReadonlySet<string> =>
  new Set([...throttles].flatMap(([question, own]) => ([...own].map((throttle) => throttle(change)).some(Boolean) ? [question] : [])));

async function followForever(): Promise<never> {
  for (let failures = 0; ; ) {
    const hasBegun = await followOnce();
    failures = hasBegun ? 0 : failures + 1;
    if (failures > 0) spread({ kind: 'liveness', is: 'disconnected' });
    await pause(Math.min(pollMs, comeBackMs * (failures + Math.random())));
    await untilLoggedIn();
  }
}

/** Reads one stream to its end; resolves to whether it started. */
async function followOnce(): Promise<boolean> {
  const abort = new AbortController();
  let silence: ReturnType<typeof setTimeout> | undefined;
  const listen = () => {
    clearTimeout(silence);
    silence = setTimeout(() => abort.abort(), maxSilenceMs);
  };
  let hasBegun = false;
  try {
    listen();
    const headers = { accept: 'text/event-stream', ...(lastId !== null && { 'last-event-id': lastId }) };
    const response = await fetch(streamUrl(), { headers, signal: abort.signal }).catch((error: unknown) => {
      isOffline.value = true;
      throw error;
    });
    isOffline.value = false;
    if (response.status === 401) isLoggedOut.value = true;
    if (!response.ok || !response.body) return false;
    hasBegun = true;
    spread({ kind: 'liveness', is: 'live' });
    // The log that streams resume from does not have notifications.
    if (lastId !== null) spread({ kind: 'changes', changes: [{ type: 'notified', project: null, featureName: null }], lastId });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const events = eventReader(({ type, data }) => {
      if (type === 'resync') spread({ kind: 'resync', lastId: events.lastId() });
      else spread({ kind: 'changes', changes: [JSON.parse(data) as LiveChange], lastId: events.lastId() });
    });
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      listen();
      events.take(chunk.value);
      lastId = events.lastId() ?? lastId;
    }
  } catch {
    // The stream broke off; continue from the last id.
  } finally {
    clearTimeout(silence);
  }
  return hasBegun;
}

/** Without a last id, the stream asks for new data if there were changes since the page read its first data. */
const streamUrl = () => `${path}?recentMs=${Math.floor(Math.min(performance.now() + lagMs, maxRecentMs))}`;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const untilLoggedIn = (): Promise<void> =>
  new Promise((resolve) => {
    const end = isLoggedOut.subscribe((isOut) => {
      if (isOut) return;
      resolve();
      queueMicrotask(() => end());
    });
  });
