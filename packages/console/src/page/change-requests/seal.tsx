import { changeRequestsTexts } from './texts.ts';
import { groupsOf } from './content.ts';

/** The hash of what a request would change, in groups of four: who compares two sees whether they are of the same. */
export const Seal = ({ hash }: { readonly hash: string }) => (
  <p class="hash">
    <small>{changeRequestsTexts.changeRequest.content}</small>
    <code>{groupsOf(hash).join(' ')}</code>
  </p>
);
