import { type Cipher, cipherOf as cipherOfService } from '@signalbox/cipher';
import type { Settings } from '@signalbox/kit';

export type { Cipher } from '@signalbox/cipher';

/** The part of the service's state that encryption needs. */
export interface CipherState {
  readonly cipher: Cipher;
}

/** Also for code that may run before the service has opened, such as answers and `prepare`. */
export const cipherOf = (settings: Settings): Cipher => cipherOfService('identity', settings);
