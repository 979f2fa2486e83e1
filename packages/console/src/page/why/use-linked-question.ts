import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { type LinkedQuestion, readQuestion, writeQuestion } from '../../base/question.ts';

/** The question in the fragment of the address, and a way to ask another: an entry of the history, as an address is. */
export function useLinkedQuestion() {
  const { url } = useLocation();
  const linked = useSignal<LinkedQuestion | null>(readQuestion(location.hash));
  useEffect(() => {
    // Other fragments lead to parts of the page and ask nothing.
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
