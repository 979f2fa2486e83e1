import type { Choice } from '../../parts/form/fields.ts';
import type { ChangeRequest } from '../../server/ask.ts';
import { counted } from '../../base/format.ts';

/** The choices of the user, the default first. */
export const targetChoices = (joinable: readonly ChangeRequest[]): readonly Choice[] => [
  { value: 'draft', title: 'My draft' },
  { value: 'new', title: 'New request' },
  ...joinable.map((request) => ({ value: String(request.id), title: `Join “${request.title}” (${describeEffect(request)})` })),
];

function describeEffect({ state, approvals: { length } }: ChangeRequest): string {
  const shown = state.toLowerCase();
  return length === 0 ? shown : `${shown}, ${counted(length, 'approval')} will be reset`;
}
