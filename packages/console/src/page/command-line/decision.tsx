import { PlainPanel } from '../../parts/panel/panel.tsx';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Icon } from '../../parts/mark/icon.tsx';
import { calledOf, useSession } from '../../server/session.ts';
import { useSending } from '../../server/use-sending.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as formStyles from '../../parts/mark/form.module.css';
import * as noteStyles from '../../parts/mark/note.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';
import { Alert, StatusNote } from '../../parts/mark/note.tsx';

/** Effect of an approved login, for both kinds of login. */
export const loginAbout = 'The command line gets a token that acts as you. It is valid for 12 hours and can be renewed for 30 days.';

interface LoginDecisionProps {
  readonly host: string;
  /** Further facts about the login, as terms and descriptions. */
  readonly children: ComponentChildren;
  readonly decide: (approved: boolean) => Promise<void>;
}

/** The decision about a login of the command line. */
export const LoginDecision = ({ host, children, decide }: LoginDecisionProps) => (
  <Decision
    title="Log in on the command line"
    submitTitle="Approve login"
    approved={`You approved the login on ${host}. Return to the command line.`}
    denied={`You denied the login on ${host}. You can close this page.`}
    decide={decide}
  >
    <dt>Machine</dt>
    <dd>{host}</dd>
    {children}
  </Decision>
);

interface DecisionProps extends Pick<LoginDecisionProps, 'children' | 'decide'> {
  readonly title: string;
  readonly submitTitle: string;
  /** The results, as sentences. */
  readonly approved: string;
  readonly denied: string;
  /** Further choices of the user. */
  readonly beside?: ComponentChildren;
}

/** The facts of a login or an agent, the decision of the user, and its result. */
export function Decision({ title, submitTitle, approved, denied, beside, children, decide }: DecisionProps) {
  const { user } = useSession();
  const decided = useSignal<boolean | null>(null);
  const { isBusy, refused, send: sendOnce } = useSending();
  const send = (isApproved: boolean) =>
    sendOnce(async () => {
      await decide(isApproved);
      decided.value = isApproved;
    });
  if (decided.value !== null) return <StatusNote>{decided.value ? approved : denied}</StatusNote>;
  return (
    <PlainPanel label={title}>
      <div class={panelStyles.body}>
        <div class={formStyles.form}>
          <dl class={panelStyles.facts}>
            {children}
            <dt>Account</dt>
            <dd>{user && calledOf(user)}</dd>
          </dl>
          {beside}
          <div class={noteStyles.caution}>
            <Icon name="alert" />
            <div>Approve only if you have just started this yourself. If another person has sent you the link or the code, deny it.</div>
          </div>
          <Alert text={refused.value?.message} />
          <footer>
            <Button look="button" press={() => void send(false)} text="Deny" />
            <Button look="main" aria-busy={isBusy.value} press={() => void send(true)} text={submitTitle} />
          </footer>
        </div>
      </div>
    </PlainPanel>
  );
}
