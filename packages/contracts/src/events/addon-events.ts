import { Type } from 'typebox';
import { nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { Withheld } from './masked.ts';

const Names = Type.Array(Type.String());

/** Parameters contain addresses and keys of other systems, so no event includes them. */
const Addon = Type.Object({
  id: Type.Integer(),
  provider: Type.String(),
  description: nullable(Type.String()),
  enabled: Type.Boolean(),
  events: Names,
  projects: Names,
  environments: Names,
  /** Absent in events of earlier versions. */
  features: Type.Optional(Names),
  parameters: Withheld,
});

export const addonConfigCreated = defineEvent('integrations', 'addon-config-created', {
  when: 'an outgoing webhook or another event receiver is created',
  data: Addon,
});

export const addonConfigUpdated = defineEvent('integrations', 'addon-config-updated', {
  when: 'an outgoing webhook or another event receiver is updated; if data and preData are the same, a secret changed',
  data: Addon,
  preData: Addon,
});

export const addonConfigDeleted = defineEvent('integrations', 'addon-config-deleted', {
  when: 'an outgoing webhook or another event receiver is deleted',
  preData: Addon,
});
