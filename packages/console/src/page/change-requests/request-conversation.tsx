import { Comments, Conversation } from '../../parts/panel/conversation.tsx';
import type { ChangeRequest } from '../../server/operations.ts';
import { ask } from '../../server/request.ts';

/** The comments of the request, oldest first, and a field for a new one. */
export const RequestConversation = ({ request: { project, id, comments } }: { readonly request: ChangeRequest }) => (
  <Conversation
    send={(body) => ask('POST /api/admin/projects/{projectId}/change-requests/{id}/comments', { path: { projectId: project, id }, body })}
  >
    <Comments
      comments={comments.map(({ createdBy, createdAt, ...comment }) => ({ ...comment, by: createdBy.username ?? '', at: createdAt }))}
    />
  </Conversation>
);
