import { unescape } from 'node:querystring';
import { doubling, pause, retry, within } from '@signalbox/timing';
import { type Channel, type ConfirmChannel, connect, type Options, type RecoveringChannelModel } from 'amqplib';

const attemptLimitMs = 5_000;
const closeLimitMs = 2_000;
const heartbeatSeconds = 10;
const firstPauseMs = 100;
const maxPauseMs = 2_000;

type Report = (error: unknown) => void;

/** Called with a channel each time it was opened. `lose` abandons the channel, so that another replaces it. */
export type UseChannel<C> = (channel: C, lose: () => void) => Promise<void>;

/** A connection to the broker that reconnects for ever, with its open channels. */
export class Link {
  readonly #recovering: RecoveringChannelModel;
  readonly #sockets: AbortController;
  readonly #report: Report;
  readonly #attempted = Promise.withResolvers<void>();
  #isUp = false;
  #isBlocked = false;
  #hasAttempted = false;

  constructor(recovering: RecoveringChannelModel, sockets: AbortController, report: Report) {
    this.#recovering = recovering;
    this.#sockets = sockets;
    this.#report = report;
    recovering.on('connect', () => this.#note(true));
    recovering.on('disconnect', (loss) => this.#note(false, loss));
    recovering.on('connect-failed', (failure) => this.#note(false, failure));
    recovering.on('blocked', () => this.#block(true));
    recovering.on('unblocked', () => this.#block(false));
    // An error of the connection is followed by `disconnect` with the same information. Without a listener it would end the process.
    recovering.on('error', () => undefined);
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** True while the broker refuses to read published messages, for lack of memory or disk space. */
  get isBlocked(): boolean {
    return this.#isBlocked;
  }

  /** Resolves when the first attempt to connect succeeded or failed. */
  async attempted(): Promise<void> {
    await within(attemptLimitMs, this.#attempted.promise).catch(this.#report);
  }

  /** Opens a channel, once there is a connection. */
  openChannel(): Promise<Channel> {
    return this.#recovering.createChannel();
  }

  /** Opens a channel with publisher confirms, once there is a connection. */
  openConfirmChannel(): Promise<ConfirmChannel> {
    return this.#recovering.createConfirmChannel();
  }

  /** Opens a channel, uses it once and closes it. Rejects if that takes longer than the limit. */
  async useChannel(limitMs: number, use: (channel: Channel) => Promise<void>): Promise<void> {
    await within(limitMs, this.#useOnce(use));
  }

  /** Opens and uses a channel, and again whenever it is lost. Resolves when `signal` is aborted and the channel is closed. */
  async keepChannel<C extends Channel>(open: () => Promise<C>, use: UseChannel<C>, signal: AbortSignal): Promise<void> {
    const waitMs = doubling(firstPauseMs, maxPauseMs);
    while (!signal.aborted) {
      // Ends only with the signal.
      await retry(() => this.#holdChannel(open, use, signal), { waitMs, stop: signal }).catch(() => undefined);
      await pause(firstPauseMs, signal);
    }
  }

  /** Closes the connection, forcibly if the broker does not respond. */
  async close(): Promise<void> {
    await within(closeLimitMs, this.#recovering.close()).catch(() => undefined);
    this.#sockets.abort();
  }

  async #useOnce(use: (channel: Channel) => Promise<void>): Promise<void> {
    const channel = await this.openChannel();
    channel.on('error', this.#report);
    try {
      await use(channel);
    } finally {
      await closeChannel(channel);
    }
  }

  /** Resolves when a usable channel is lost. Rejects if it was unusable, or when `signal` is aborted. */
  async #holdChannel<C extends Channel>(open: () => Promise<C>, use: UseChannel<C>, signal: AbortSignal): Promise<void> {
    const lost = Promise.withResolvers<void>();
    const opening = open();
    try {
      const channel = await unlessAborted(opening, signal);
      channel.once('close', lost.resolve);
      channel.on('error', this.#report);
      await unlessAborted(use(channel, lost.resolve), signal);
      await unlessAborted(lost.promise, signal);
    } catch (error) {
      if (!signal.aborted) this.#report(error);
      throw error;
    } finally {
      const closing = opening.then(closeChannel).catch(() => undefined);
      // Without a connection there may never be a channel to close.
      if (this.#isUp) await within(closeLimitMs, closing).catch(() => undefined);
    }
  }

  #note(isUp: boolean, error?: Error): void {
    // One report per outage, whatever the number of failed attempts.
    if (error && (this.#isUp || !this.#hasAttempted)) this.#report(error);
    this.#isUp = isUp;
    this.#isBlocked = false;
    this.#hasAttempted = true;
    this.#attempted.resolve();
  }

  #block(isBlocked: boolean): void {
    this.#isBlocked = isBlocked;
    if (isBlocked) this.#report(new Error('the broker accepts no messages because it is low on memory or disk space'));
  }
}

/** Starts connecting, and continues for ever, with the next address after each failure. Resolves before there is a connection. */
export async function openLink(urls: readonly string[], report: Report): Promise<Link> {
  const sockets = new AbortController();
  const recovery = { initialDelay: firstPauseMs, maxDelay: maxPauseMs, maxRetries: Infinity, waitForConnect: false };
  // The signal closes the socket itself, because a frozen broker never completes the closing handshake.
  const options = { recovery, timeout: attemptLimitMs, noDelay: true, keepAlive: true, signal: sockets.signal };
  const brokers = urls.map(brokerOf);
  // The library reads the address before each attempt.
  const address = { ...brokers[0] };
  const recovering = await connect(address, options);
  let failures = 0;
  const useNext = () => void Object.assign(address, brokers[(failures += 1) % brokers.length]);
  recovering.on('disconnect', useNext).on('connect-failed', useNext);
  return new Link(recovering, sockets, report);
}

/** Returns the result of the promise. Rejects with the signal's reason if the signal is aborted first. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason as Error);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Closes a channel if it is still open, with a limited wait. */
async function closeChannel(channel: Channel): Promise<void> {
  await within(closeLimitMs, channel.close()).catch(() => undefined);
}

/** The broker's own default of the heartbeat is a minute, during which a dead connection seems alive. */
function brokerOf(text: string): Options.Connect {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(text);
  const isGuest = username === '' && password === '';
  return {
    ...Object.fromEntries(searchParams),
    heartbeat: Number(searchParams.get('heartbeat') ?? heartbeatSeconds),
    protocol: protocol.slice(0, -1),
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port),
    ...(!isGuest && { username: unescape(username), password: unescape(password) }),
    // The library decodes it.
    vhost: pathname.slice(1),
  };
}
