import { formatAge, formatAgo, formatDate, formatExact } from '../../base/format.ts';

/** A relative time, such as `3 d`, with the exact time on hover. */
export const Age = ({ at }: { readonly at: string | null }) => (at === null ? <Never /> : <Time at={at} text={age(at)} />);

/** A relative time in a sentence, such as `3 d ago`. */
export const Ago = ({ at }: { readonly at: string | null }) => (at === null ? <Never /> : <Time at={at} text={formatAgo(age(at))} />);

const Never = () => <span class="dimmer">Never</span>;
const age = (at: string): string => formatAge(Date.parse(at), Date.now());

function Time({ at, text }: { readonly at: string; readonly text: string }) {
  return (
    <time dateTime={at} title={formatExact(at)}>
      {text}
    </time>
  );
}

/** The day of a moment, often in the future. */
export const Day = ({ at }: { readonly at: string | null }) => (at === null ? <Never /> : <Time at={at} text={formatDate(at)} />);
