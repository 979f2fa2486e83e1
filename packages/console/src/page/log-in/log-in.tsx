import { useLocation } from 'preact-iso';
import { words } from '../../base/words.ts';
import { LogInForm } from './log-in-form.tsx';

/** The way in; afterwards, to where one was going. */
export function LogIn() {
  const { query, route } = useLocation();
  return (
    <main class="alone">
      <h1>{words.logIn.title}</h1>
      <LogInForm done={() => route(ownAddress(query['to']))} />
      <p class="dim">{words.logIn.firstStart}</p>
    </main>
  );
}

/** A path of this console; anything else would lead away. */
const ownAddress = (to: string | undefined): string => (to !== undefined && /^\/(?![/\\])/.test(to) ? to : '/');
