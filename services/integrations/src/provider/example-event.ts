import type { EventBody } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';

/** An event about a feature that does not exist, for tests and previews. */
export const exampleEvent = ({ actor, now }: Pick<Context, 'actor' | 'now'>): EventBody => ({
  type: 'feature-environment-enabled',
  createdBy: actor.name,
  createdByUserId: actor.id,
  createdAt: now().toISOString(),
  project: 'default',
  environment: 'development',
  featureName: 'signalbox-test',
  data: null,
  preData: null,
  tags: [],
});
