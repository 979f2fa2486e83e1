import { hashSecret } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { readableSecret } from '../../base/readable-secret.ts';
import { recoveryCodeTable } from '../../tables/factor.ts';

/** Replaces a lost second factor once. Used codes are deleted. */
export class RecoveryCode extends recoveryCodeTable.entity.class {}
recoveryCodeTable.entity.setClass(RecoveryCode);

const codes = 10;
const groups = 4;
const lettersPerGroup = 4;

/** Creates ten codes of 79 random bits, which a plain hash protects, and invalidates earlier codes. */
export async function createRecoveryCodes({ em }: Context, userId: number): Promise<string[]> {
  await em.nativeDelete(RecoveryCode, { userId });
  const made = Array.from({ length: codes }, () => readableSecret(groups, lettersPerGroup));
  for (const code of made) em.create(RecoveryCode, { hash: hashOf(code), userId });
  return made;
}

export const useRecoveryCode = async ({ em }: Context, userId: number, code: string): Promise<boolean> =>
  (await em.nativeDelete(RecoveryCode, { hash: hashOf(code), userId })) === 1;

export const countRecoveryCodes = (em: EntityManager, userId: number): Promise<number> => em.count(RecoveryCode, { userId });

/** Ignores case, spaces and hyphens. */
const hashOf = (code: string): string => hashSecret(code.toLowerCase().replaceAll(/[\s-]/g, ''));
