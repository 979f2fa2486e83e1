import { parseArgs } from 'node:util';
import { LockMode } from '@mikro-orm/core';
import { type Cipher, cipherOf } from '@signalbox/cipher';
import { type EncryptedRows, retry, type Service, type Settings, SettingsProblem } from '@signalbox/kit';
import { faultOf, forgetEncryptionKeys, noteEncryptionKeys, openStore, readEncryptionKeys, type Store } from '@signalbox/store';
import { asSettingsProblem } from './base/as-settings-problem.ts';
import { openOrExit, settingsOrExit } from './base/process.ts';
import { loadServices, surfaces } from './base/services.ts';

/** Number of values of one kind. `renewed` ones had an earlier key; no key decrypts `unreadable` ones. */
export interface Renewal {
  readonly what: string;
  readonly values: number;
  readonly renewed: number;
  readonly unreadable: number;
}

/** Encrypts all services' stored secrets under the newest key, while the services run. */
export async function rekeyAll(settings: Settings, givesUpLostKeys: boolean, report: (service: string, renewal: Renewal) => void) {
  for (const service of await loadServices()) {
    const { name, entities = [], migrations = [], encrypted } = service;
    if (!encrypted) continue;
    const options = { service: name, prefix: settings.databasePrefix, dataDir: settings.dataDir };
    const store = await openStore(settings.databaseUrl, options, { entities, migrations });
    try {
      await rekey(service, store, settings, { givesUpLostKeys, report: (renewal) => report(name, renewal) });
    } finally {
      await store.close();
    }
  }
}

/** The command `rekey`: `rekeyAll` with the settings of this process. */
export async function rekeyCommand(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...words], options: { 'give-up-lost-keys': { type: 'boolean', default: false } } });
  const settings = settingsOrExit(surfaces);
  const print = (service: string, { what, values: all, renewed, unreadable }: Renewal) =>
    process.stdout.write(
      `${service}: ${what}: ${all} values, ${renewed} re-encrypted${unreadable > 0 ? `, ${unreadable} unreadable` : ''}\n`,
    );
  await openOrExit(() => asSettingsProblem(rekeyAll(settings, values['give-up-lost-keys'], print)));
  process.stdout.write('All readable secrets are encrypted with the newest key. Earlier keys can be removed from ENCRYPTION_KEY.\n');
}

/** Options of a renewal. */
interface RekeyOptions {
  /** Forgets keys that the settings lack. Values encrypted with them stay unreadable. */
  readonly givesUpLostKeys: boolean;
  /** Called after each kind of value. */
  readonly report: (renewal: Renewal) => void;
}

/**
 * Encrypts the stored values of a service with the newest key, one batch of rows per transaction, while the service runs. When every value
 * is renewed, the earlier keys are forgotten, and the service starts without them from then on. The next run completes an interrupted one.
 * Throws a `SettingsProblem` unless the service has already started with the newest key.
 */
async function rekey(service: Service, store: Store, settings: Settings, { givesUpLostKeys, report }: RekeyOptions): Promise<void> {
  const keys = cipherOf(service.name, settings);
  const known = keys.fingerprints();
  const newest = known.slice(0, 1);
  const noted = await readEncryptionKeys(store.reader());
  const lost = noted.filter((fingerprint) => !known.includes(fingerprint));
  if (!givesUpLostKeys) refuse(service.name, known, noted, lost);
  for (const rows of service.encrypted ?? []) report(await renew(store, rows, keys));
  await store.transaction(async (em) => {
    await noteEncryptionKeys(em, newest, new Date());
    await forgetEncryptionKeys(
      em,
      noted.filter((fingerprint) => !newest.includes(fingerprint)),
    );
  });
}

function refuse(service: string, [newest = '']: readonly string[], noted: readonly string[], lost: readonly string[]): void {
  if (lost.length > 0)
    throw new SettingsProblem(
      `ENCRYPTION_KEY lacks a key that encrypted stored secrets of ${service} (its fingerprint is ${lost.join(', ')}). Append that key after a comma, or pass --give-up-lost-keys if it is lost.`,
    );
  // A process without the newest key could not read renewed values.
  if (!noted.includes(newest))
    throw new SettingsProblem(
      `ENCRYPTION_KEY starts with a key that running processes of ${service} do not have. Restart them with these keys first.`,
    );
}

type State = 'current' | 'renewed' | 'unreadable';
type Renew = (encrypted: string, purpose: string) => readonly [value: string, state: State];

async function renew(store: Store, rows: EncryptedRows, keys: Cipher): Promise<Renewal> {
  const [newest] = keys.fingerprints();
  const states = await renewAll(store, rows, (encrypted, purpose) => {
    const text = keys.tryDecrypt(encrypted, purpose);
    if (text === null) return [encrypted, 'unreadable'];
    return keys.keyOf(encrypted, purpose) === newest ? [encrypted, 'current'] : [keys.encrypt(text, purpose), 'renewed'];
  });
  const count = (state: State) => states.filter((each) => each === state).length;
  return { what: rows.what, values: states.length, renewed: count('renewed'), unreadable: count('unreadable') };
}

const rowsPerBatch = 100;
const attempts = 10;
const pauseMs = 200;

/** Renews all encrypted values of the rows, one batch per transaction. A batch that loses a race runs again. */
async function renewAll(store: Store, rows: EncryptedRows, renewValue: Renew): Promise<State[]> {
  const collected: State[] = [];
  let after: unknown = null;
  do {
    const { states, last } = await retry(() => renewNext(store, rows, after, renewValue), {
      waitMs: () => pauseMs,
      again: (error, attempt) => attempt < attempts && faultOf(error) === 'conflict',
    });
    collected.push(...states);
    after = last;
  } while (after !== null);
  return collected;
}

/** `last` is the key to continue after, or null after the last row. */
function renewNext(store: Store, { entity, key, replace }: EncryptedRows, after: unknown, renewValue: Renew) {
  return store.transaction(async (em) => {
    const states: State[] = [];
    const found = await em.find(entity, after === null ? {} : { [key]: { $gt: after } }, {
      orderBy: { [key]: 'asc' } as object,
      limit: rowsPerBatch,
      lockMode: LockMode.PESSIMISTIC_WRITE,
    });
    for (const row of found) {
      replace(row as never, (encrypted, purpose) => {
        const [value, state] = renewValue(encrypted, purpose);
        states.push(state);
        return value;
      });
    }
    const last = found.length < rowsPerBatch ? null : (found.at(-1) as Readonly<Record<string, unknown>>)[key];
    return { states, last };
  });
}
