import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Icon } from '../../parts/mark/icon.tsx';
import { calledOf, useSession } from '../../server/session.ts';
import { useSending } from '../../server/use-sending.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as formStyles from '../../parts/mark/form.module.css';
import * as noteStyles from '../../parts/mark/note.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';

/** Effect of an approved login, for both kinds of login. */
export const loginAbout = 'The command line gets a token that acts as you. It is valid for 12 hours and can be renewed for 30 days.';

interface DecisionProps {
  readonly host: string;
  /** Further facts about the login, as terms and descriptions. */
  readonly children: ComponentChildren;
  readonly decide: (approved: boolean) => Promise<void>;
}

/** The facts of a login, the decision of the user, and its result. */
export function Decision({ host, children, decide }: DecisionProps) {
  const { user } = useSession();
  const decided = useSignal<boolean | null>(null);
  const { isBusy, refused, send: sendOnce } = useSending();
  const send = (approved: boolean) =>
    sendOnce(async () => {
      await decide(approved);
      decided.value = approved;
    });
  if (decided.value !== null)
    return (
      <p class={noteStyles.note} role="status">
        {decided.value
          ? `You approved the login on ${host}. Return to the command line.`
          : `You denied the login on ${host}. You can close this page.`}
      </p>
    );
  return (
    <section class={panelStyles.panel} aria-label="Log in on the command line">
      <div class={panelStyles.body}>
        <div class={formStyles.form}>
          <dl class={panelStyles.facts}>
            <dt>Machine</dt>
            <dd>{host}</dd>
            {children}
            <dt>Account</dt>
            <dd>{user && calledOf(user)}</dd>
          </dl>
          <div class={noteStyles.caution}>
            <Icon name="alert" />
            <div>
              Approve only if you have just started this login yourself. If another person has sent you the link or the code, deny it.
            </div>
          </div>
          {refused.value && (
            <p class={noteStyles.stop} role="alert">
              {refused.value.message}
            </p>
          )}
          <footer>
            <Button look="button" press={() => void send(false)} text="Deny" />
            <Button look="main" aria-busy={isBusy.value} press={() => void send(true)} text="Approve login" />
          </footer>
        </div>
      </div>
    </section>
  );
}
