import { Failure } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { Type } from 'typebox';
import { FeatureLink } from '../feature/feature-link.ts';

export const linkParams = Type.Object({ projectId: Type.String(), featureName: Type.String(), linkId: Type.String() });

/** Throws 404 also for a link of another feature. */
export async function findLink(em: EntityManager, featureName: string, id: string): Promise<FeatureLink> {
  const link = await em.findOne(FeatureLink, { id, featureName });
  if (!link) throw new Failure('NotFoundError', `The feature ${featureName} has no link ${id}.`);
  return link;
}
