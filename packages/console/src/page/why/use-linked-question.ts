import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useEffect, useMemo } from 'preact/hooks';
import { type LinkedQuestion, readQuestion, writeQuestion } from '../../base/question.ts';

/**
 * The question in the URL fragment, and a function that asks another one by adding a history entry. A question without an environment, which
 * was sent before the environments had arrived, is for the given one, and is null until that is known.
 */
export function useLinkedQuestion(environment = '') {
  const { url } = useLocation();
  const linked = useSignal<LinkedQuestion | null>(readQuestion(location.hash));
  useEffect(() => {
    // Other fragments are anchors on the page.
    const read = () => {
      if (location.hash === '') linked.value = null;
      else linked.value = readQuestion(location.hash) ?? linked.value;
    };
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, [url]);
  const ask = (question: LinkedQuestion) => {
    location.hash = writeQuestion(question);
  };
  const question = linked.value;
  const complete = useMemo(() => completed(question, environment), [question, environment]);
  return { linked: complete, ask };
}

function completed(question: LinkedQuestion | null, environment: string): LinkedQuestion | null {
  if (question === null || question.environment !== '') return question;
  return environment === '' ? null : { ...question, environment };
}
