import { module } from '@signalbox/kit';
import { answerRunChangeset } from './answer-run-changeset.ts';
import { changesetOutcomeEntity } from './changeset-outcome.ts';

/** Changes that take effect together: what change requests hold. */
export const changeset = module({ entities: [changesetOutcomeEntity], answers: [answerRunChangeset] });
