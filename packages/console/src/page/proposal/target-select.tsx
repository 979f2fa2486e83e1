import { useEffect } from 'preact/hooks';
import { useAnswer } from '../../server/ask.ts';
import { Select } from '../../parts/form/select.tsx';
import { offerTarget } from './resolve-target.ts';
import { targetChoices } from './target-choices.ts';
import { chooseTarget, joinableIn, keyOf, targetOf, type Where } from './target.ts';

/** Selects the change request that changes go to, next to the button that proposes them. */
export function TargetSelect({ of }: { readonly of: Where }) {
  const { data } = useAnswer('GET /api/admin/projects/{projectId}/change-requests/pending', { path: { projectId: of.project } });
  const choices = targetChoices(joinableIn(of, data ?? []));
  const value = targetOf(of);
  const isClosed = data !== undefined && choices.every((choice) => choice.value !== value);
  useEffect(() => offerTarget(of), [keyOf(of)]);
  useEffect(() => {
    if (isClosed) chooseTarget(of, 'draft');
  }, [isClosed]);
  return <Select label="Change request" value={value} choices={choices} change={(into) => chooseTarget(of, into)} />;
}
