import { groupsOf } from './content.ts';
import * as styles from './change-requests.module.css';

/** The hash of a request's content in groups of four, so that two people can compare it. */
export const Seal = ({ hash }: { readonly hash: string }) => (
  <p class={styles.hash}>
    <small>Content</small>
    <code>{groupsOf(hash).join(' ')}</code>
  </p>
);
