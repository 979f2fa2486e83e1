import { type OpenContext, type Opened, type OpenParts, routeWith, type ReadContext } from '@signalbox/kit';
import { Searches } from './log/searches.ts';
import { Gaps } from './source/gaps.ts';
import { auditSearchesAtOnce } from './surface.ts';

/** What audit holds in memory: the state of its routes. */
export interface Audit {
  readonly searches: Searches;
  readonly gaps: Gaps;
}

export async function openAudit(parts: OpenParts): Promise<Opened<Audit>> {
  return { state: { searches: new Searches(parts.settings.get(auditSearchesAtOnce)), gaps: new Gaps(parts) } };
}

/** What may look through the log. */
export type AuditContext = ReadContext<Audit> | OpenContext<Audit>;

/** Declares an endpoint whose handler finds audit's state. */
export const route = routeWith<Audit>();
