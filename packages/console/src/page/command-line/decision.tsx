import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Icon } from '../../parts/mark/icon.tsx';
import { Refused } from '../../server/refusal.ts';
import { calledOf, useSession } from '../../server/session.ts';
import { commandLineTexts } from './texts.ts';
import * as buttonStyles from '../../parts/mark/button.module.css';
import * as formStyles from '../../parts/mark/form.module.css';
import * as noteStyles from '../../parts/mark/note.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';

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
  const refused = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  async function send(approved: boolean) {
    if (isBusy.value) return;
    isBusy.value = true;
    refused.value = null;
    try {
      await decide(approved);
      decided.value = approved;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused.value = error.message;
    } finally {
      isBusy.value = false;
    }
  }
  if (decided.value !== null)
    return (
      <p class={noteStyles.note} role="status">
        {decided.value ? commandLineTexts.approved(host) : commandLineTexts.denied(host)}
      </p>
    );
  return (
    <section class={panelStyles.panel} aria-label={commandLineTexts.title}>
      <div class={panelStyles.body}>
        <div class={formStyles.form}>
          <dl class={panelStyles.facts}>
            <dt>{commandLineTexts.host}</dt>
            <dd>{host}</dd>
            {children}
            <dt>{commandLineTexts.account}</dt>
            <dd>{user && calledOf(user)}</dd>
          </dl>
          <div class={noteStyles.caution}>
            <Icon name="alert" />
            <div>{commandLineTexts.warning}</div>
          </div>
          {refused.value && (
            <p class={noteStyles.stop} role="alert">
              {refused.value}
            </p>
          )}
          <footer>
            <button type="button" class={buttonStyles.button} onClick={() => void send(false)}>
              {commandLineTexts.deny}
            </button>
            <button type="button" class={buttonStyles.main} aria-busy={isBusy.value} onClick={() => void send(true)}>
              {commandLineTexts.approve}
            </button>
          </footer>
        </div>
      </div>
    </section>
  );
}
