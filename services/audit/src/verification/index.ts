export { sealingOf } from '../checkpoint/seal.ts';
export { type VerifyingKey } from '../checkpoint/checkpoint.ts';
export { noteVerified } from './note-verified.ts';
export { type Verification, verifyLog } from './verify-log.ts';
export { NoExport, type VerifiedExport, verifyExport } from './verify-export.ts';
