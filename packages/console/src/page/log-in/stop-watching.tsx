import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { Form } from '../../parts/form/form.tsx';
import { ask } from '../../server/ask.ts';
import { Alone } from './alone.tsx';
import { StatusNote } from '../../parts/mark/note.tsx';

/** The target of the link in mails about changes. Opening it stops nothing, because scanners of mail open links. */
export function StopWatching() {
  const { query } = useLocation();
  const stopped = useSignal<string | null>(null);
  async function stop() {
    stopped.value = (await ask('POST /stop-watching', { query: { token: query['token'] ?? '' } })).feature;
  }
  return (
    <Alone title="Stop watching">
      {stopped.value === null ? (
        <Form title="Stop watching" submit={stop}>
          <p>You won’t receive further mail about changes of this feature.</p>
        </Form>
      ) : (
        <StatusNote>You no longer watch {stopped.value}.</StatusNote>
      )}
    </Alone>
  );
}
