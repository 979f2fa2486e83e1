import { hash } from 'node:crypto';

/**
 * Identifies a secret without revealing it: its SHA-256 in lower-case hexadecimal. Session ids and tokens are long and random, so no slow
 * hash is needed.
 */
export const hashSecret = (secret: string): string => hash('sha256', secret);
