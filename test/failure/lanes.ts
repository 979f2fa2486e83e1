import type { Answer, Client } from '@signalbox/testing';
import type { Ledger } from './ledger.ts';
import { untilAcknowledged } from './writer.ts';

const project = '/api/admin/projects/default/features';
const changesPerFeature = 9;

/** One change of a feature that was acknowledged: what audit calls it, and what tells it from others of its kind. */
interface Change {
  readonly type: string;
  readonly description: string | null;
}

/** What the features are in the end, by the answers that writers were given. */
export interface Truth {
  readonly description: string | null;
  readonly isOn: boolean;
}

/** Writers side by side, each of which makes one feature after the other and changes it, one change after the other. */
export interface Lanes {
  /** How many writes have been acknowledged. */
  readonly acknowledged: number;
  /** How often each other answer came; a write that got it was sent again. */
  readonly refused: ReadonlyMap<string, number>;
  /** Lets each finish what it is at. Rejects where a write was refused for good. */
  stop(): Promise<void>;
  readonly features: readonly string[];
  readonly truth: ReadonlyMap<string, Truth>;
  /** What audit says of a feature otherwise than its writer: changes that are missing, repeated or out of order. */
  findOrderProblems(ledger: Ledger): string[];
}

/**
 * Starts that many, and with `tokens` one that makes API tokens, which toggles counts when it hears of them: it changes access, so that whoever
 * is its client is told to wait until all know of that.
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
      // A secret is not stored, so that what was done cannot be answered again: each try has a key of its own.
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

/** Which features audit tells otherwise than these changes, in sentences. */
export function findOrderProblems(changes: ReadonlyMap<string, readonly Change[]>, { recorded }: Pick<Ledger, 'recorded'>): string[] {
  const kinds = new Set([...changes.values()].flat().map(({ type }) => type));
  const heard = Map.groupBy(
    recorded.filter(({ type }) => kinds.has(type)),
    ({ featureName }) => featureName ?? '',
  );
  return [...changes].flatMap(([feature, own]) => {
    const wanted = own.map(({ type, description }) => `${type} ${description ?? ''}`);
    const got = (heard.get(feature) ?? []).map(
      ({ type, data }) => `${type} ${type === 'feature-metadata-updated' ? descriptionOf(data) : ''}`,
    );
    const first = wanted.findIndex((change, index) => got[index] !== change);
    if (first === -1 && got.length === wanted.length) return [];
    return [`${feature}: ${wanted.length} changes were acknowledged, and audit has ${got.length}, the first other one at ${first}`];
  });
}

const descriptionOf = (data: string | null): string => (JSON.parse(data ?? '{}') as { description?: string }).description ?? '';
