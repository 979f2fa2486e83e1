import type { Event } from '../../server/ask.ts';
import { useProtected } from '../../server/protection.ts';
import { useLack } from '../../server/session.ts';
import { openLayer } from '../../parts/layer/layers.tsx';
import { Button } from '../../parts/mark/button.tsx';
import { describeEvent, isOfPlan, undoPermission } from './event-sentence.ts';

/** Opens the preview of an undo. Renders nothing for events that cannot be undone, such as imported ones, and the reason if the user may not. */
export function UndoButton({ event }: { readonly event: Event }) {
  const lack = useLack();
  const { project, environment, featureName } = event;
  const isProtected = useProtected(project)?.has(environment ?? '') ?? false;
  const permission = undoPermission(event);
  if (permission === undefined || event.imported || project === null || (featureName === null && !isOfPlan(event))) return null;
  const refused = isProtected ? undefined : lack(permission, { project, ...(environment !== null && { environment }) });
  const name = `Undo: ${describeEvent(event)} (event ${event.id})`;
  return <Button aria-label={name} refused={refused} press={() => void open(event)} text="Undo" />;
}

async function open(event: Event): Promise<void> {
  const { UndoEvent } = await import('./undo-event.tsx');
  openLayer({ title: 'Undo this change?', draw: (close) => <UndoEvent event={event} close={close} /> });
}
