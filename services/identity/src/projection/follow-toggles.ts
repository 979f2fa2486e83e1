import {
  durableQueues,
  type Envelope,
  environmentCreated,
  environmentDeleted,
  environmentImport,
  envelopeType,
  type EventDefinition,
  projectCreated,
  projectDeleted,
  projectImport,
  projectUpdated,
  settingCreated,
  settingDeleted,
  settingUpdated,
} from '@signalbox/contracts';
import { consumer, type Context } from '@signalbox/kit';
import type { Static } from 'typebox';
import { onEnvironmentCreated } from './on-environment-created.ts';
import { onEnvironmentDeleted } from './on-environment-deleted.ts';
import { onProjectCreated } from './on-project-created.ts';
import { onProjectDeleted } from './on-project-deleted.ts';
import { onProjectImported } from './on-project-imported.ts';
import { onProjectUpdated } from './on-project-updated.ts';
import { onSettingChanged } from './on-setting-changed.ts';

/** An event of toggles with the content that its definition promises. */
export type Told<E extends EventDefinition> = Omit<Envelope['data'], 'data' | 'preData'> & {
  readonly data: Static<E['data']>;
  readonly preData: Static<E['preData']>;
};
type Reaction = (context: Context, event: Envelope['data']) => Promise<void>;

const reaction = <E extends EventDefinition>(event: E, react: (context: Context, event: Told<E>) => Promise<void>): [string, Reaction] => [
  envelopeType(event.type, event.version),
  react as unknown as Reaction,
];

const reactions = new Map([
  reaction(projectCreated, onProjectCreated),
  reaction(projectUpdated, onProjectUpdated),
  reaction(projectDeleted, onProjectDeleted),
  reaction(projectImport, onProjectImported),
  reaction(environmentCreated, onEnvironmentCreated),
  reaction(environmentImport, onEnvironmentCreated),
  reaction(environmentDeleted, onEnvironmentDeleted),
  reaction(settingCreated, (context, { data }) => onSettingChanged(context, data.id, data.enabled)),
  reaction(settingUpdated, (context, { data }) => onSettingChanged(context, data.id, data.enabled)),
  reaction(settingDeleted, (context, { preData }) => onSettingChanged(context, preData.id, false)),
]);

/** Keeps what access depends on of toggles: projects with their modes, environments, maintenance. */
export const followToggles = consumer({
  queue: durableQueues.identity.queue,
  handle: async (envelope, context) => reactions.get(envelope.type)?.(context, envelope.data),
});
