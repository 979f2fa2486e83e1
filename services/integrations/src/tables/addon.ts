import type { Principal } from '@signalbox/contracts';
import { boolean, instant, integer, json, table, text, unboundedText } from '@signalbox/table';
import type { Parameters } from '../provider/provider.ts';

export const addonTable = table('addon', 'Addon', {
  id: integer().key().serial(),
  provider: text(50),
  description: text(1000).nullable(),
  enabled: boolean(),
  /** Parameters that are not secret. */
  parameters: json<Parameters>(),
  /** The secret parameters, encrypted; null for none. */
  secrets: unboundedText().nullable(),
  events: json<readonly string[]>(),
  projects: json<readonly string[]>(),
  environments: json<readonly string[]>(),
  /** Null, as the previous version stores it, means all. */
  features: json<readonly string[]>().nullable(),
  /** Signs requests; encrypted. Null until one is first requested. */
  signingSecret: text(255).nullable(),
  /** The previous secret, which also signs requests until `previousUntil`. */
  previousSecret: text(255).nullable(),
  previousUntil: instant().nullable(),
  createdAt: instant(),
  /** The last writer; null for administrators, and for add-ons created before owners were stored. */
  owner: json<Principal>().nullable(),
});
