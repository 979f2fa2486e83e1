import { cipherOf } from '@signalbox/cipher';
import { SettingsProblem } from '@signalbox/kit';
import { noteEncryptionKeys, readEncryptionKeys } from '@signalbox/store';
import { isStored, type ServiceRuntime } from '../runtime/runtime.ts';

/**
 * Throws a `SettingsProblem` if the settings lack a key that stored values are encrypted with, since those users would be locked out.
 * Otherwise records the newest key, which encrypts from then on.
 */
export async function checkKeys(runtime: ServiceRuntime): Promise<void> {
  const { service, settings, effects } = runtime;
  if (!isStored(runtime) || !service.encrypted) return;
  const { store } = runtime;
  const known = cipherOf(service.name, settings).fingerprints();
  const noted = await readEncryptionKeys(store.reader());
  const lacking = noted.find((fingerprint) => !known.includes(fingerprint));
  if (lacking !== undefined)
    throw new SettingsProblem(
      `ENCRYPTION_KEY lacks the key that encrypted the stored secrets of ${service.name} (its fingerprint is ${lacking}). Append that key after a comma, then run npm run rekey. Without ENCRYPTION_KEY, the key is INTERNAL_SECRET or the file encryption-key in DATA_DIR. If it is lost, npm run rekey -- --give-up-lost-keys lets Signalbox start; the secrets have to be entered again.`,
    );
  const unnoted = known.slice(0, 1).filter((fingerprint) => !noted.includes(fingerprint));
  if (unnoted.length > 0) await store.transaction((em) => noteEncryptionKeys(em, unnoted, effects.now()));
}
