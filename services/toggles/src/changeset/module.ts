// Changes that are applied together, for change requests.

export { answerRunChangeset } from './answer-run-changeset.ts';
