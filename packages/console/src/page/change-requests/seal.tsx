import { changeRequestsTexts } from './texts.ts';
import { groupsOf } from './content.ts';
import * as styles from './change-requests.module.css';

/** The hash of what a request would change, in groups of four: who compares two sees whether they are of the same. */
export const Seal = ({ hash }: { readonly hash: string }) => (
  <p class={styles.hash}>
    <small>{changeRequestsTexts.changeRequest.content}</small>
    <code>{groupsOf(hash).join(' ')}</code>
  </p>
);
