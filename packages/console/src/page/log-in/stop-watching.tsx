import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { Form } from '../../parts/form/form.tsx';
import { ask } from '../../server/request.ts';
import { Alone } from './alone.tsx';
import { logInTexts } from './texts.ts';
import * as noteStyles from '../../parts/mark/note.module.css';

/** The target of the link in mails about changes. Opening it stops nothing, because scanners of mail open links. */
export function StopWatching() {
  const { query } = useLocation();
  const stopped = useSignal<string | null>(null);
  async function stop() {
    stopped.value = (await ask('POST /stop-watching', { query: { token: query['token'] ?? '' } })).feature;
  }
  return (
    <Alone title={logInTexts.stopWatching.title}>
      {stopped.value === null ? (
        <Form title={logInTexts.stopWatching.submit} submit={stop}>
          <p>{logInTexts.stopWatching.about}</p>
        </Form>
      ) : (
        <p class={noteStyles.note} role="status">
          {logInTexts.stopWatching.stopped(stopped.value)}
        </p>
      )}
    </Alone>
  );
}
