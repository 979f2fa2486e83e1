import { Dialog } from '../../parts/dialog.tsx';
import { answers } from '../../server/answer.ts';
import { isLoggedOut } from '../../server/request.ts';
import { words } from '../../base/words.ts';
import { LogInForm } from './log-in-form.tsx';

/** Over the page where a session ended, so that work is kept; whoever has just come is led to the log-in. */
export function LogInAgain() {
  if (!isLoggedOut.value) return null;
  const wasInside = answers.getQueryData(['GET /api/admin/user', {}]) !== undefined;
  if (!wasInside) {
    location.replace(`/login?to=${encodeURIComponent(location.pathname + location.search)}`);
    return null;
  }
  return (
    <Dialog title={words.logIn.title} isOpen close={() => undefined}>
      <p>{words.logIn.expired}</p>
      <LogInForm done={() => undefined} />
    </Dialog>
  );
}
