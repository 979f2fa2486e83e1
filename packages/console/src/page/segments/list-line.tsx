import { counted } from '../../base/format.ts';
import { shortHash } from '../../parts/strategy/sentence.ts';

interface ListLineProps {
  readonly hash: string;
  /** Undefined for a list that was deleted. */
  readonly size: number | undefined;
}

/** A list of ids by size and hash, with a link to its content. */
export const ListLine = ({ hash, size }: ListLineProps) => (
  <p>
    {size === undefined ? 'Deleted list' : counted(size, 'id')} <code title={hash}>{shortHash(hash)}</code>{' '}
    <a class="inline" href={`/api/admin/segment-lists/${hash}`} download={`${hash}.txt`}>
      Download
    </a>
  </p>
);
