import type { AgentLimit } from '../../server/ask.ts';
import type { Choice } from '../form/fields.ts';

/** The limits that a user can set for an agent. */
export const agentLimits: readonly (Choice & { readonly value: AgentLimit })[] = [
  { value: 'read', title: 'Read only' },
  { value: 'propose', title: 'Propose changes' },
  { value: 'write', title: 'Write where environments allow' },
];
