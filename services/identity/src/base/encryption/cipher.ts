import { type Cipher, cipherOf as cipherOfService } from '@signalbox/cipher';
import type { Settings } from '@signalbox/kit';

export type { Cipher } from '@signalbox/cipher';

/** What encrypting needs of the service's memory. */
export interface CipherState {
  readonly cipher: Cipher;
}

/** Also for what may run before the service has opened, as answers and `prepare`. */
export const cipherOf = (settings: Settings): Cipher => cipherOfService('identity', settings);
