import { Dialog } from '../../parts/layer/dialog.tsx';
import { Answer } from '../../parts/panel/panel.tsx';
import { answers, useAnswer, isLoggedOut } from '../../server/ask.ts';
import { LogInForm } from './log-in-form.tsx';

/** Login over the current page after a session has ended, so that unsaved work is kept. New visitors are redirected to the login page. */
export function LogInAgain() {
  const ways = useAnswer('GET /auth/ways', {}, { when: isLoggedOut.value });
  if (!isLoggedOut.value) return null;
  const wasInside = answers.getQueryData(['GET /api/admin/user', {}]) !== undefined;
  if (!wasInside) {
    location.replace(`/login?to=${encodeURIComponent(location.pathname + location.search)}`);
    return null;
  }
  return (
    // Opens with its form, so that the first field gets the focus.
    <Dialog title="Log in" isOpen={!ways.isPending}>
      <p>Your session has ended. Log in again to continue where you left off.</p>
      <Answer of={ways}>{(found) => <LogInForm ways={found} done={() => undefined} />}</Answer>
    </Dialog>
  );
}
