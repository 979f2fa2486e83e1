import { type EncryptedRows, type Keys, SettingsProblem } from '@signalbox/kit';
import { noteEncryptionKeys, readEncryptionKeys, type Store } from '@signalbox/store';
import { isStored, type ServiceRuntime } from '../runtime/runtime.ts';
import { replaceAll } from './stored-values.ts';

/**
 * Throws a `SettingsProblem` if the settings lack a key that stored values are encrypted with, since those users would be locked out.
 * Otherwise records the newest key, which encrypts from then on.
 */
export async function checkKeys(runtime: ServiceRuntime): Promise<void> {
  const { service, settings, effects } = runtime;
  if (!isStored(runtime) || !service.encryption) return;
  const { keys, rows } = service.encryption;
  const known = keys(settings);
  const noted = await readEncryptionKeys(runtime.store.reader());
  const lacking = noted.find((fingerprint) => !known.fingerprints().includes(fingerprint));
  if (lacking !== undefined) throw lacksKey(service.name, lacking);
  const used = noted.length > 0 ? [] : await keysInUse(runtime.store, rows, known, service.name);
  const required = new Set([...known.fingerprints().slice(0, 1), ...used]);
  const isNoted = [...required].every((fingerprint) => noted.includes(fingerprint));
  if (!isNoted) await runtime.store.transaction((em) => noteEncryptionKeys(em, [...required], effects.now()));
}

/** Keys of values that an earlier version encrypted, which recorded none. */
async function keysInUse(store: Store, rows: readonly EncryptedRows[], known: Keys, service: string): Promise<Set<string>> {
  const found = new Set<string | null>();
  for (const each of rows) {
    const keysOfRows = replaceAll<string | null>(store, each, (batch, encrypted, purpose) => {
      batch.push(known.keyOf(encrypted, purpose));
      return encrypted;
    });
    for (const key of await keysOfRows) found.add(key);
  }
  const isUnreadable = found.delete(null);
  const used = found as Set<string>;
  if (isUnreadable && used.size === 0) throw lacksKey(service, null);
  return used;
}

const lacksKey = (service: string, fingerprint: string | null) =>
  new SettingsProblem(
    `ENCRYPTION_KEY lacks the key that encrypted the stored secrets of ${service}${fingerprint === null ? '' : ` (its fingerprint is ${fingerprint})`}. Append that key after a comma, then run npm run rekey. Without ENCRYPTION_KEY, the key is INTERNAL_SECRET or the file encryption-key in DATA_DIR. If it is lost, npm run rekey -- --give-up-lost-keys lets Signalbox start; the secrets have to be entered again.`,
  );
