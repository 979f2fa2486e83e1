import { Type } from 'typebox';
import { Failure } from './failure.ts';

/** Maximum length of a comment, not counting surrounding blanks. */
export const maxCommentCharacters = 1000;

/** The text of a comment in a request. Allows for surrounding blanks. */
export const CommentText = Type.String({ maxLength: 2 * maxCommentCharacters });

/** A comment in a request. */
export const NewComment = Type.Object({ text: CommentText });

/** Trims the comment. Throws 400 if it is too long. */
export function readComment(text: string, path = 'text'): string {
  const trimmed = text.trim();
  if (trimmed.length > maxCommentCharacters) throw refusedComment(path);
  return trimmed;
}

/** Refuses a comment that is empty or too long. */
export const refusedComment = (path: string): Failure =>
  new Failure('ValidationError', `${path} must have 1 to ${maxCommentCharacters} characters, not counting leading and trailing spaces`, {
    path,
  });
