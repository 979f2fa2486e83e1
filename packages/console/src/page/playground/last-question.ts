import { type LinkedQuestion, readQuestion, writeQuestion } from '../../base/question.ts';

const key = 'signalbox-playground';

/** What was asked last in this tab of the browser; it is forgotten with the tab. */
export const lastQuestion = (): LinkedQuestion | null => readQuestion(sessionStorage.getItem(key) ?? '');

export const rememberQuestion = (question: LinkedQuestion): void => sessionStorage.setItem(key, writeQuestion(question));
