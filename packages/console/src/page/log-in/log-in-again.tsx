import { Dialog } from '../../parts/dialog.tsx';
import { Answer } from '../../parts/panel.tsx';
import { answers, useAnswer } from '../../server/answer.ts';
import { isLoggedOut } from '../../server/request.ts';
import { logInTexts } from './texts.ts';
import { LogInForm } from './log-in-form.tsx';

/** Over the page where a session ended, so that work is kept; whoever has just come is led to the log-in. */
export function LogInAgain() {
  const ways = useAnswer('GET /auth/ways', {}, { when: isLoggedOut.value });
  if (!isLoggedOut.value) return null;
  const wasInside = answers.getQueryData(['GET /api/admin/user', {}]) !== undefined;
  if (!wasInside) {
    location.replace(`/login?to=${encodeURIComponent(location.pathname + location.search)}`);
    return null;
  }
  return (
    <Dialog title={logInTexts.logIn.title} isOpen close={() => undefined}>
      <p>{logInTexts.logIn.expired}</p>
      <Answer of={ways}>{(found) => <LogInForm ways={found} done={() => undefined} />}</Answer>
    </Dialog>
  );
}
