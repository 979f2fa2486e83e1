import { cipherOf, type KeySettings } from './cipher.ts';

/** Protects texts in files of a service. */
export interface Seal {
  /** Encrypts the text if ENCRYPTION_KEY is set, and returns it unchanged otherwise. The result has no line breaks that the text lacks. */
  seal(text: string): string;
  /** Returns the text. Accepts texts from before the key was set. Throws for a sealed text that no key of ENCRYPTION_KEY decrypts. */
  open(stored: string): string;
}

const mark = 'sealed:';

/** A seal of one service for one purpose. Without ENCRYPTION_KEY it creates no key: one next to the files would protect nothing. */
export function sealOf(service: string, settings: KeySettings, purpose: string): Seal {
  const hasKey = settings.encryptionKeys.length > 0;
  const cipher = cipherOf(service, settings);
  return {
    seal: (text) => (hasKey ? mark + cipher.encrypt(text, purpose) : text),
    open(stored) {
      if (!stored.startsWith(mark)) return stored;
      if (!hasKey) throw new Error(`the ${purpose} is sealed: set ENCRYPTION_KEY`);
      return cipher.decrypt(stored.slice(mark.length), purpose);
    },
  };
}
