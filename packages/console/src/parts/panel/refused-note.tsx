import type { Refused } from '../../server/refusal.ts';
import * as noteStyles from '../mark/note.module.css';

/** Error of a save request with all its details. */
export function RefusedNote({ refusal }: { readonly refusal: Refused }) {
  return (
    <div class={noteStyles.stop} role="alert">
      <div>
        <p>{refusal.message}</p>
        {refusal.details.map(({ message }) => message !== refusal.message && <small key={message}>{message}</small>)}
      </div>
    </div>
  );
}
