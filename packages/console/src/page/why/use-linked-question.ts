import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { type LinkedQuestion, readQuestion, writeQuestion } from '../../base/question.ts';

/** The question in the URL fragment, and a function that asks another one by adding a history entry. */
export function useLinkedQuestion() {
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
  return { linked: linked.value, ask };
}
