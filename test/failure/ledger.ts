import type { Envelope } from '@signalbox/contracts';
import { readCounter, readOutbox, type Store } from '@signalbox/store';
import { eventually, type Workspace, settingsOf } from '@signalbox/testing';
import { openServiceStore } from './service-store.ts';

/** Data of one run in the databases: the changes, their events, and the records of audit. */
export interface Ledger {
  readonly acknowledged: readonly string[];
  /** Monotonic time at which all events had taken effect, or the wait for that ended (milliseconds). */
  readonly drainedAt: number;
  /** Names of the existing features. */
  readonly features: readonly string[];
  /** By source, in order. */
  readonly emitted: readonly Statement[];
  /** By audit's id, in order. */
  readonly recorded: readonly (Statement & { readonly auditId: number })[];
  readonly gaps: number;
  /** API tokens, as published by identity and as counted by toggles. An event that takes effect twice counts twice. */
  readonly tokens: { readonly emitted: number; readonly counted: number };
  /** The publishing service. */
  readonly sources: readonly string[];
}

interface Statement {
  readonly id: string;
  readonly source: string;
  readonly sequence: number;
  readonly type: string;
  readonly featureName: string | null;
  /** Content of the event, as JSON. */
  readonly data: string;
}

interface Tables {
  feature: { name: string };
  event: { id: number; message_id: string; source: string; sequence: number; type: string; feature_name: string | null; data: string };
  gap: { id: number };
  source: { source: string; sequence: number };
  account_count: { kind: string; total: number };
}

const plenty = 100_000;

/** Waits at most `limitMs` until all events, including those of `others`, have taken effect. Then reads all databases. */
export async function readLedger(
  workspace: Workspace,
  acknowledged: readonly string[],
  limitMs: number,
  others: readonly string[] = [],
): Promise<Ledger> {
  const settings = settingsOf(workspace);
  const sources = ['toggles', 'identity', ...others];
  const stores = await Promise.all(['audit', ...sources].map((service) => openServiceStore(settings, service)));
  const [audit, toggles, identity] = stores as [Store, Store, Store];
  const stating = stores.slice(1).map((store, index) => ({ store, source: sources[index] }));
  try {
    await eventually(async () => {
      const hasHeard = await hasHeardAll(audit, stating);
      return hasHeard && (await countedTokens(toggles)) === emittedTokens(await readEmitted(identity));
    }, limitMs).catch(() => undefined);
    const drainedAt = performance.now();
    const emitted = await Promise.all(stating.map(({ store }) => readEmitted(store)));
    const tables = audit.reader().getKysely<Tables>({ type: 'read' });
    return {
      sources,
      acknowledged,
      drainedAt,
      features: (await toggles.reader().getKysely<Tables>({ type: 'read' }).selectFrom('feature').select('name').execute()).map(
        ({ name }) => name,
      ),
      emitted: emitted.flat(),
      recorded: (await tables.selectFrom('event').selectAll().orderBy('id').execute()).map((row) => ({
        auditId: Number(row.id),
        id: row.message_id,
        source: row.source,
        sequence: Number(row.sequence),
        type: row.type,
        featureName: row.feature_name,
        data: row.data,
      })),
      tokens: { emitted: emittedTokens(emitted.flat()), counted: await countedTokens(toggles) },
      gaps: (await tables.selectFrom('gap').select('id').execute()).length,
    };
  } finally {
    await Promise.all(stores.map((store) => store.close()));
  }
}

async function hasHeardAll(
  audit: Store,
  stating: readonly { readonly store: Store; readonly source: string | undefined }[],
): Promise<boolean> {
  const heard = await audit.reader().getKysely<Tables>({ type: 'read' }).selectFrom('source').selectAll().execute();
  for (const { source, store } of stating) {
    const { position } = await readCounter(store.reader());
    const last = heard.find((row) => row.source === `/signalbox/${source}`);
    if (Number(last?.sequence ?? 0) !== position) return false;
  }
  return true;
}

const emittedTokens = (emitted: readonly Statement[]): number =>
  emitted.filter(({ type }) => type === 'api-token-created').length - emitted.filter(({ type }) => type === 'api-token-deleted').length;

async function countedTokens(toggles: Store): Promise<number> {
  const rows = await toggles.reader().getKysely<Tables>({ type: 'read' }).selectFrom('account_count').selectAll().execute();
  return rows.filter(({ kind }) => kind.endsWith(' token')).reduce((sum, { total }) => sum + Number(total), 0);
}

async function readEmitted(store: Store): Promise<Statement[]> {
  const messages = await readOutbox(store.reader(), 0, plenty);
  return messages
    .filter(({ exchange }) => exchange === 'signalbox.events')
    .map(({ body }) => {
      const { id, source, sequence, data } = JSON.parse(body) as Envelope;
      return { id, source, sequence, type: data.type, featureName: data.featureName, data: JSON.stringify(data.data) };
    });
}

/** Problems of a ledger, as sentences. None if no change and no event was lost, invented or repeated. */
export function findProblems(ledger: Ledger): string[] {
  const { acknowledged, features, emitted, recorded, sources, tokens } = ledger;
  const known = new Set(features);
  const recordedIds = new Set(recorded.map(({ id }) => id));
  const emittedIds = new Set(emitted.map(({ id }) => id));
  const created = recorded.filter(({ type }) => type === 'feature-created').map(({ featureName }) => featureName ?? '');
  const hasEvent = new Set(created);
  return [
    ...acknowledged.filter((name) => !known.has(name)).map((name) => `the acknowledged change ${name} is lost`),
    ...features.filter((name) => !hasEvent.has(name)).map((name) => `the change ${name} has no event in audit`),
    ...created.filter((name) => !known.has(name)).map((name) => `the event of ${name} has no change`),
    ...repeated(created).map((name) => `the event of ${name} is recorded twice`),
    ...emitted.filter(({ id }) => !recordedIds.has(id)).map(({ source, sequence }) => `the event ${sequence} of ${source} is lost`),
    ...recorded.filter(({ id }) => !emittedIds.has(id)).map(({ auditId }) => `event ${auditId} of audit was never published`),
    ...misnumbered(recorded.map(({ auditId }) => auditId)).map((id) => `the id ${id} of audit is out of sequence`),
    ...sources.flatMap((name) => misnumberedOf(name, recorded)),
    ...sources.flatMap((name) => misnumberedOf(name, emitted)),
    ...(tokens.counted === tokens.emitted ? [] : [`toggles has counted ${tokens.counted} API tokens of ${tokens.emitted}`]),
    ...(ledger.gaps > 0 ? [`audit noticed ${ledger.gaps} gaps`] : []),
  ];
}

const repeated = (names: readonly string[]) => names.toSorted().filter((name, index, sorted) => index > 0 && sorted[index - 1] === name);

/** Numbers that break the sequence 1, 2, 3 and so on. */
const misnumbered = (numbers: readonly number[]) => numbers.filter((number, index) => number !== index + 1);

const misnumberedOf = (name: string, statements: readonly Statement[]) =>
  misnumbered(statements.filter(({ source }) => source === `/signalbox/${name}`).map(({ sequence }) => sequence)).map(
    (sequence) => `the event ${sequence} of ${name} is out of sequence`,
  );
