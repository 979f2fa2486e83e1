import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { catchRefusal } from '../../server/refusal.ts';
import { ask } from '../../server/ask.ts';
import * as styles from './log-in.module.css';

const waitMs = 200;

/** The rules that the server applies to a password. */
export const passwordRules =
  'Use at least 10 characters with a lowercase letter, an uppercase letter, a number and a special character, or a passphrase of at least 20 characters. Don’t repeat a character three times in a row.';

/** Missing requirements of a password in the server's words, checked shortly after the last key. */
export function PasswordStrength({ password }: { readonly password: string }) {
  const lacks = useSignal<readonly string[] | null>(null);
  useEffect(() => {
    if (password === '') {
      lacks.value = null;
      return undefined;
    }
    let isLast = true;
    const timer = setTimeout(() => void weaknessesOf(password).then((found) => isLast && (lacks.value = found)), waitMs);
    return () => {
      isLast = false;
      clearTimeout(timer);
    };
  }, [password]);
  return (
    <div class={styles.strength} role="status">
      {lacks.value === null && <small>{passwordRules}</small>}
      {lacks.value?.map((weakness) => (
        <small key={weakness}>{weakness}</small>
      ))}
      {lacks.value?.length === 0 && <small class={styles.clear}>This password is strong enough.</small>}
    </div>
  );
}

async function weaknessesOf(password: string): Promise<readonly string[]> {
  const refusal = await catchRefusal(() => ask('POST /auth/reset/validate-password', { body: { password } }));
  return (refusal?.details ?? []).flatMap(({ validationErrors, message }) => validationErrors ?? [message]);
}
