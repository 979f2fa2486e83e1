import { hash } from 'node:crypto';
import type { EntityManager } from '@signalbox/kit';
import { foundBreak } from '../tables/log.ts';
import { foundGap } from '../tables/source.ts';
import { tablesOf } from '../tables/tables.ts';

/** Gaps and breaks up to these ids, and a digest of their rows. Part of the seal, so that no finding can be removed unnoticed. */
export interface Findings {
  readonly gaps: number;
  readonly breaks: number;
  readonly hash: string;
}

/** The recorded findings, or those up to the given ids. */
async function readFindings(em: EntityManager, upTo?: Pick<Findings, 'gaps' | 'breaks'>): Promise<Findings> {
  const { gaps = Number.MAX_SAFE_INTEGER, breaks = Number.MAX_SAFE_INTEGER } = upTo ?? {};
  const ofSources = await foundGap.read(tablesOf(em).selectFrom('gap').where('id', '<=', gaps).orderBy('id'));
  const ofLog = await foundBreak.read(tablesOf(em).selectFrom('chain_break').where('id', '<=', breaks).orderBy('id'));
  return {
    gaps: upTo?.gaps ?? ofSources.at(-1)?.id ?? 0,
    breaks: upTo?.breaks ?? ofLog.at(-1)?.id ?? 0,
    hash: hash('sha256', JSON.stringify([ofSources, ofLog])),
  };
}

/** True if the signed findings are still recorded. Older seals have none. */
export const areRecorded = async (em: EntityManager, signed: Findings | undefined): Promise<boolean> =>
  signed === undefined || (await readFindings(em, signed)).hash === signed.hash;

/** Findings for the next seal: the signed ones if some of them are gone, so that verification keeps reporting them. */
export const nextFindings = async (em: EntityManager, signed: Findings | undefined): Promise<Findings> =>
  signed && !(await areRecorded(em, signed)) ? signed : readFindings(em);
