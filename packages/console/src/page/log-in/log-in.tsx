import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { Answer } from '../../parts/panel/panel.tsx';
import { useAnswer } from '../../server/ask.ts';
import { Alone } from './alone.tsx';
import { ownAddress, takeDestination } from './destination.ts';
import { LogInForm } from './log-in-form.tsx';
import { pendingIn } from './pending.ts';
import { StatusNote } from '../../parts/mark/note.tsx';

/** The login page. Redirects to the requested page afterwards. */
export function LogIn() {
  const { query, route } = useLocation();
  const ways = useAnswer('GET /auth/ways', {});
  const pending = useSignal(pendingIn(location.hash));
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname + location.search);
  }, []);
  return (
    <Alone title="Log in">
      <Answer of={ways}>
        {(found) => (
          <LogInForm
            ways={found}
            pending={pending.value}
            done={() => route(query['to'] === undefined ? takeDestination() : ownAddress(query['to']))}
          />
        )}
      </Answer>
      {query['chosen'] !== undefined && <StatusNote>Your password is set. Log in with it.</StatusNote>}
      <p class="dim">First time here? Find the username and password in the terminal where you started the server.</p>
    </Alone>
  );
}
