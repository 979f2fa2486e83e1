import type { Choice } from '../../parts/form/fields.ts';
import { openLayer } from '../../parts/layer/layers.tsx';
import type { ChangeRequest } from '../../server/ask.ts';
import { Refused } from '../../server/refusal.ts';
import { chooseTarget, type Where } from './target.ts';
import { targetChoices } from './target-choices.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as styles from './proposal.module.css';

/** Asks which change request a change joins. Throws `Refused` if the user closes the question. */
export const askForTarget = (where: Where, joinable: readonly ChangeRequest[]): Promise<string> =>
  new Promise((resolve, reject) =>
    openLayer({
      title: `Add to which change request in ${where.environment}?`,
      isSheet: true,
      draw: (close) => (
        <Question
          choices={targetChoices(joinable)}
          choose={(into) => {
            chooseTarget(where, into);
            resolve(into);
            close();
          }}
        />
      ),
      // Does nothing after an answer.
      closed: () => reject(new Refused(0, { name: 'Cancelled', message: 'Nothing was added: you chose no change request.' })),
    }),
  );

const Question = ({ choices, choose }: { readonly choices: readonly Choice[]; readonly choose: (into: string) => void }) => (
  <div class={styles.question}>
    <p>Your next changes there go to the same one, until you reload the page.</p>
    {choices.map(({ value, title }, index) => (
      <Button
        key={value}
        look={index === 0 ? 'main' : 'button'}
        size="tall"
        autoFocus={index === 0}
        press={() => choose(value)}
        text={title}
      />
    ))}
  </div>
);
