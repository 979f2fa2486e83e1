import type { Answer, Client } from '@signalbox/testing';
import type { Ledger } from './ledger.ts';
import { untilAcknowledged } from './writer.ts';

const project = '/api/admin/projects/default/features';
const changesPerFeature = 9;

/** An acknowledged change of a feature: its event type in audit, and a value that distinguishes it from similar changes. */
interface Change {
  readonly type: string;
  readonly description: string | null;
}

/** Expected final state of the features, according to the responses to writers. */
export interface Truth {
  readonly description: string | null;
  readonly isOn: boolean;
}

/** Parallel writers. Each creates features and changes them, one request after the other. */
export interface Lanes {
  readonly acknowledged: number;
  /** Number of other responses, by kind. The write was repeated after each. */
  readonly refused: ReadonlyMap<string, number>;
  /** Lets each writer complete its current request. Rejects if a write was finally refused. */
  stop(): Promise<void>;
  readonly features: readonly string[];
  readonly truth: ReadonlyMap<string, Truth>;
  /** Differences between audit and the writer: changes that are missing, repeated or out of order. */
  findOrderProblems(ledger: Ledger): string[];
}

/**
 * Starts the given number of writers. With `tokens`, one of them creates API tokens, which toggles counts. This changes access, so its
 * client's requests wait until all services have the change.
 */
export function startLanes(client: Client, count: number, { name = 'lane', tokens = true } = {}): Lanes {
  const stopping = new AbortController();
  const changes = new Map<string, Change[]>();
  const truth = new Map<string, Truth>();
  const refused = new Map<string, number>();
  let acknowledged = 0;
  const write = async (what: string, send: (options: { headers: Record<string, string> }) => Promise<Answer>) => {
    const headers = { 'idempotency-key': what };
    const answered = (status: number | null) => {
      if (status !== null && status < 300) return;
      const title = status === null ? 'no answer' : String(status);
      refused.set(title, (refused.get(title) ?? 0) + 1);
    };
    await untilAcknowledged(what, () => send({ headers }), { closing: never, answered });
    acknowledged += 1;
  };
  const writeFeature = async (feature: string) => {
    const own: Change[] = [];
    changes.set(feature, own);
    await write(feature, (options) => client.post(project, { name: feature }, options));
    own.push({ type: 'feature-created', description: null });
    truth.set(feature, { description: null, isOn: false });
    for (let step = 0; step < changesPerFeature && !stopping.signal.aborted; step += 1) {
      const { isOn, description } = truth.get(feature) as Truth;
      const key = `${feature}-${step}`;
      if (step % 3 === 2) {
        await write(key, (options) => client.post(`${project}/${feature}/environments/development/${isOn ? 'off' : 'on'}`, {}, options));
        own.push({ type: `feature-environment-${isOn ? 'disabled' : 'enabled'}`, description: null });
        truth.set(feature, { description, isOn: !isOn });
      } else {
        await write(key, (options) => client.put(`${project}/${feature}`, { description: key }, options));
        own.push({ type: 'feature-metadata-updated', description: key });
        truth.set(feature, { description: key, isOn });
      }
    }
  };
  const makeTokens = async () => {
    for (let index = 0; !stopping.signal.aborted; index += 1) {
      const token = { tokenName: `${name}-${index}`, type: 'client', environment: 'development', projects: ['*'] };
      // Secrets are not stored, so the response cannot be replayed: each attempt has its own key.
      await write(`${name}-token-${index}`, () => client.post('/api/admin/api-tokens', token));
    }
  };
  const writeOn = async (lane: number) => {
    for (let index = 0; !stopping.signal.aborted; index += 1) await writeFeature(`${name}-${lane}-${index}`);
  };
  const writing = Promise.all([...(tokens ? [makeTokens()] : []), ...Array.from({ length: count }, (_, lane) => writeOn(lane))]);
  writing.catch(() => undefined);
  return {
    get acknowledged() {
      return acknowledged;
    },
    refused,
    async stop() {
      stopping.abort();
      await writing;
    },
    get features() {
      return [...truth.keys()];
    },
    truth,
    findOrderProblems: (ledger) => findOrderProblems(changes, ledger),
  };
}

const never = new AbortController().signal;

/** Features whose history in audit differs from these changes, as sentences. */
export function findOrderProblems(changes: ReadonlyMap<string, readonly Change[]>, { recorded }: Pick<Ledger, 'recorded'>): string[] {
  const kinds = new Set([...changes.values()].flat().map(({ type }) => type));
  const heard = Map.groupBy(
    recorded.filter(({ type }) => kinds.has(type)),
    ({ featureName }) => featureName ?? '',
  );
  return [...changes].flatMap(([feature, own]) => {
    const expected = own.map(({ type, description }) => `${type} ${description ?? ''}`);
    const got = (heard.get(feature) ?? []).map(
      ({ type, data }) => `${type} ${type === 'feature-metadata-updated' ? descriptionOf(data) : ''}`,
    );
    const first = expected.findIndex((change, index) => got[index] !== change);
    if (first === -1 && got.length === expected.length) return [];
    return [`${feature}: ${expected.length} changes were acknowledged, audit has ${got.length}, first difference at ${first}`];
  });
}

const descriptionOf = (data: string | null): string => (JSON.parse(data ?? '{}') as { description?: string }).description ?? '';
