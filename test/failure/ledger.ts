import type { Envelope } from '@signalbox/contracts';
import { openStore, readCounter, readOutbox, type Store } from '@signalbox/store';
import { eventually, type Workspace, settingsOf } from '@signalbox/testing';

/** What the databases say of one run: the changes, what was stated of them, and what audit wrote down. */
export interface Ledger {
  readonly acknowledged: readonly string[];
  /** Names of the features that exist. */
  readonly features: readonly string[];
  /** By source, in order. */
  readonly stated: readonly Statement[];
  /** By audit's id, in order. */
  readonly recorded: readonly (Statement & { readonly auditId: number })[];
  readonly gaps: number;
  /** The services that stated it. */
  readonly sources: readonly string[];
}

interface Statement {
  readonly id: string;
  readonly source: string;
  readonly sequence: number;
  readonly type: string;
  readonly featureName: string | null;
}

interface Tables {
  feature: { name: string };
  event: { id: number; message_id: string; source: string; sequence: number; type: string; feature_name: string | null };
  gap: { id: number };
  source: { source: string; sequence: number };
}

const plenty = 100_000;

/** Waits, for `limitMs` at most, until audit has heard of everything that was stated, by `others` as well, then reads all databases. */
export async function readLedger(
  workspace: Workspace,
  acknowledged: readonly string[],
  limitMs: number,
  others: readonly string[] = [],
): Promise<Ledger> {
  const settings = settingsOf(workspace);
  const open = (service: string) =>
    openStore(
      settings.databaseUrl,
      { service, prefix: settings.databasePrefix, dataDir: settings.dataDir },
      { entities: [], migrations: [] },
    );
  const sources = ['toggles', 'identity', ...others];
  const [audit, toggles, ...stores] = (await Promise.all(['audit', ...sources].map(open))) as [Store, Store, ...Store[]];
  const stating = [toggles, ...stores].map((store, index) => ({ store, source: sources[index] }));
  try {
    await eventually(() => hasHeardAll(audit, stating), limitMs).catch(() => undefined);
    const stated = await Promise.all(stating.map(({ store }) => readStated(store)));
    const tables = audit.reader().getKysely<Tables>({ type: 'read' });
    return {
      sources,
      acknowledged,
      features: (await toggles.reader().getKysely<Tables>({ type: 'read' }).selectFrom('feature').select('name').execute()).map(
        ({ name }) => name,
      ),
      stated: stated.flat(),
      recorded: (await tables.selectFrom('event').selectAll().orderBy('id').execute()).map((row) => ({
        auditId: Number(row.id),
        id: row.message_id,
        source: row.source,
        sequence: Number(row.sequence),
        type: row.type,
        featureName: row.feature_name,
      })),
      gaps: (await tables.selectFrom('gap').select('id').execute()).length,
    };
  } finally {
    await Promise.all([audit, toggles, ...stores].map((store) => store.close()));
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

async function readStated(store: Store): Promise<Statement[]> {
  const messages = await readOutbox(store.reader(), 0, plenty);
  return messages
    .filter(({ exchange }) => exchange === 'signalbox.events')
    .map(({ body }) => {
      const { id, source, sequence, data } = JSON.parse(body) as Envelope;
      return { id, source, sequence, type: data.type, featureName: data.featureName };
    });
}

/** Everything that is wrong with a ledger, in sentences; none when no change and no event was lost, invented or repeated. */
export function findProblems(ledger: Ledger): string[] {
  const { acknowledged, features, stated, recorded, sources } = ledger;
  const known = new Set(features);
  const recordedIds = new Set(recorded.map(({ id }) => id));
  const statedIds = new Set(stated.map(({ id }) => id));
  const created = recorded.filter(({ type }) => type === 'feature-created').map(({ featureName }) => featureName ?? '');
  return [
    ...acknowledged.filter((name) => !known.has(name)).map((name) => `the acknowledged change ${name} is lost`),
    ...features.filter((name) => !created.includes(name)).map((name) => `the change ${name} has no event in audit`),
    ...created.filter((name) => !known.has(name)).map((name) => `the event of ${name} has no change`),
    ...repeated(created).map((name) => `the event of ${name} is recorded twice`),
    ...stated.filter(({ id }) => !recordedIds.has(id)).map(({ source, sequence }) => `the event ${sequence} of ${source} is lost`),
    ...recorded.filter(({ id }) => !statedIds.has(id)).map(({ auditId }) => `nobody stated the event ${auditId} of audit`),
    ...misnumbered(recorded.map(({ auditId }) => auditId)).map((id) => `the id ${id} of audit is out of line`),
    ...sources.flatMap((name) => misnumberedOf(name, recorded)),
    ...sources.flatMap((name) => misnumberedOf(name, stated)),
    ...(ledger.gaps > 0 ? [`audit noticed ${ledger.gaps} gaps`] : []),
  ];
}

const repeated = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);

/** Numbers that do not stand at their place in 1, 2, 3 and so on. */
const misnumbered = (numbers: readonly number[]) => numbers.filter((number, index) => number !== index + 1);

const misnumberedOf = (name: string, statements: readonly Statement[]) =>
  misnumbered(statements.filter(({ source }) => source === `/signalbox/${name}`).map(({ sequence }) => sequence)).map(
    (sequence) => `the event ${sequence} of ${name} is out of line`,
  );
