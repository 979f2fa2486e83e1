import { Type } from 'typebox';
import { nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { Withheld } from './masked.ts';

const Names = Type.Array(Type.String());

/** Parameters hold addresses and keys of others, so no event carries them. */
const Addon = Type.Object({
  id: Type.Integer(),
  provider: Type.String(),
  description: nullable(Type.String()),
  enabled: Type.Boolean(),
  events: Names,
  projects: Names,
  environments: Names,
  parameters: Withheld,
});

export const addonConfigCreated = defineEvent('integrations', 'addon-config-created', {
  when: 'an outgoing webhook or another receiver of events is set up',
  data: Addon,
});

export const addonConfigUpdated = defineEvent('integrations', 'addon-config-updated', {
  when: 'an outgoing webhook or another receiver of events is changed; without a difference, one of its secrets was',
  data: Addon,
  preData: Addon,
});

export const addonConfigDeleted = defineEvent('integrations', 'addon-config-deleted', {
  when: 'an outgoing webhook or another receiver of events is removed',
  preData: Addon,
});
