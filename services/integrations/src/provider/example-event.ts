import type { EventBody } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';

const content = {
  type: 'feature-environment-enabled',
  project: 'default',
  environment: 'development',
  featureName: 'signalbox-test',
  data: null,
  preData: null,
} as const;

/** An event about a feature that does not exist, for tests and previews. */
export const exampleEvent = ({ actor, now }: Pick<Context, 'actor' | 'now'>): EventBody => ({
  ...content,
  createdBy: actor.name,
  createdByUserId: actor.id,
  createdAt: now().toISOString(),
  tags: [],
});

/** True if the event has the content of the example. */
export const isExample = (event: EventBody): boolean =>
  Object.entries(content).every(([key, value]) => event[key as keyof typeof content] === value);
