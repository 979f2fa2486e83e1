import { useLocation } from 'preact-iso';
import { words } from '../../base/words.ts';
import { hrefOf } from '../../frame/address.ts';
import { confirm } from '../../parts/confirm.tsx';
import { deleteSegment } from './segment-writes.ts';
import { type Home, useMayNotWrite } from './use-may-not-write.ts';
import type { ReadSegment } from './use-segment.ts';

interface DeletePanelProps {
  readonly from: Home;
  readonly read: ReadSegment;
  readonly protecting: string | null;
}

/** The end of a segment, which the server refuses while something uses it. */
export function DeletePanel({ from, read, protecting }: DeletePanelProps) {
  const { route } = useLocation();
  const { name, project } = read.segment;
  const lacks = useMayNotWrite('DELETE_SEGMENT', project);
  const mayNot = protecting === null ? lacks : undefined;
  const ask = () =>
    confirm({
      title: words.deleteWhat(name),
      about: words.segments.deleteAbout,
      submitTitle: protecting === null ? words.segments.delete : words.strategy.propose,
      act: async () => {
        if ((await deleteSegment(read, protecting)) === 'deleted') route(hrefOf(from, 'segments'));
      },
    });
  return (
    <section class="panel" aria-label={words.segments.delete}>
      <header>
        <h2>{words.segments.delete}</h2>
        <span class="end">
          <button
            type="button"
            class="b sm stop-line"
            aria-disabled={mayNot !== undefined}
            title={mayNot}
            onClick={() => mayNot === undefined && ask()}
          >
            {words.segments.delete}
          </button>
        </span>
      </header>
      <p class="body dim">{words.segments.deleteAbout}</p>
    </section>
  );
}
