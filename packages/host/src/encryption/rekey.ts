import { type EncryptedRows, type Keys, type Service, type Settings, SettingsProblem } from '@signalbox/kit';
import { forgetEncryptionKeys, noteEncryptionKeys, readEncryptionKeys, type Store } from '@signalbox/store';
import { replaceAll } from './stored-values.ts';

/** Number of values of one kind. `renewed` ones had an earlier key; no key decrypts `unreadable` ones. */
export interface Renewal {
  readonly what: string;
  readonly values: number;
  readonly renewed: number;
  readonly unreadable: number;
}

/** Options of a renewal. */
export interface RekeyOptions {
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
export async function rekey(service: Service, store: Store, settings: Settings, { givesUpLostKeys, report }: RekeyOptions): Promise<void> {
  if (!service.encryption) return;
  const keys = service.encryption.keys(settings);
  const known = keys.fingerprints();
  const newest = known.slice(0, 1);
  const noted = await readEncryptionKeys(store.reader());
  const lost = noted.filter((fingerprint) => !known.includes(fingerprint));
  if (!givesUpLostKeys) refuse(service.name, known, noted, lost);
  for (const rows of service.encryption.rows) report(await renew(store, rows, keys));
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

async function renew(store: Store, rows: EncryptedRows, keys: Keys): Promise<Renewal> {
  const [newest] = keys.fingerprints();
  const states = await replaceAll<'current' | 'renewed' | 'unreadable'>(store, rows, (batch, encrypted, purpose) => {
    const text = keys.tryDecrypt(encrypted, purpose);
    const isCurrent = keys.keyOf(encrypted, purpose) === newest;
    batch.push(text === null ? 'unreadable' : isCurrent ? 'current' : 'renewed');
    return text === null || isCurrent ? encrypted : keys.encrypt(text, purpose);
  });
  const count = (state: string) => states.filter((each) => each === state).length;
  return { what: rows.what, values: states.length, renewed: count('renewed'), unreadable: count('unreadable') };
}
