import type { Event } from '../../server/operations.ts';
import { useProtected } from '../../server/protection.ts';
import { useLack } from '../../server/session.ts';
import { describeEvent, isOfPlan, undoPermission } from './event-sentence.ts';
import { Button } from '../../parts/mark/button.tsx';

interface UndoButtonProps {
  readonly event: Pick<Event, 'id' | 'type' | 'project' | 'environment' | 'featureName' | 'data' | 'preData' | 'imported'>;
  readonly undo: () => void;
}

/** Opens the preview of an undo. Renders nothing for events that cannot be undone, such as imported ones, and the reason if the user may not. */
export function UndoButton({ event, undo }: UndoButtonProps) {
  const lack = useLack();
  const { project, environment, featureName } = event;
  const isProtected = useProtected(project)?.has(environment ?? '') ?? false;
  const permission = undoPermission(event);
  if (permission === undefined || event.imported || project === null || (featureName === null && !isOfPlan(event))) return null;
  const refused = isProtected ? undefined : lack(permission, { project, ...(environment !== null && { environment }) });
  return <Button aria-label={`Undo: ${describeEvent(event)} (event ${event.id})`} refused={refused} press={undo} text="Undo" />;
}
