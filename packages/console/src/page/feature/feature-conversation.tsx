import { useSignal } from '@preact/signals';
import { attempt } from '../../parts/layer/attempt.ts';
import { Comments, Conversation } from '../../parts/panel/conversation.tsx';
import { Answer } from '../../parts/panel/panel.tsx';
import { useAnswer, ask } from '../../server/ask.ts';
import { useSession } from '../../server/session.ts';
import { useRefusal, type FeatureAnswer } from './state/use-feature.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as panelStyles from '../../parts/panel/panel.module.css';

const ofFeature = '/api/admin/projects/{projectId}/features/{featureName}/comments';
const atOnce = 20;

const pathOf = ({ project, name }: FeatureAnswer) => ({ projectId: project, featureName: name });

/** The comments on the feature, oldest first, and a field for a new one. Everyone who sees the feature may comment. */
export const FeatureConversation = ({ feature }: { readonly feature: FeatureAnswer }) => (
  <Conversation send={(body) => ask(`POST ${ofFeature}`, { path: pathOf(feature), body })}>
    <CommentPage feature={feature} />
  </Conversation>
);

interface CommentPageProps {
  readonly feature: FeatureAnswer;
  /** The id of the comment below the page; absent for the latest page. */
  readonly before?: string;
}

/** One page of comments, with the pages before it above. */
function CommentPage({ feature, before }: CommentPageProps) {
  const isOlderShown = useSignal(false);
  const { user } = useSession();
  const refusal = useRefusal(feature.project)('UPDATE_FEATURE');
  const path = pathOf(feature);
  const page = useAnswer(`GET ${ofFeature}`, { path, query: { limit: atOnce, ...(before !== undefined && { before }) } });
  return (
    <Answer of={page}>
      {({ comments, hasOlder }) => {
        const [first] = comments;
        return (
          <>
            {hasOlder &&
              first &&
              (isOlderShown.value ? (
                <CommentPage feature={feature} before={first.id} />
              ) : (
                <Older show={() => (isOlderShown.value = true)} />
              ))}
            <Comments
              comments={comments.map(({ id, text, createdBy, createdByUserId, createdAt }) => ({
                id,
                text,
                by: createdBy,
                at: createdAt,
                remove: {
                  title: 'Delete',
                  refused: createdByUserId !== null && createdByUserId === user?.id ? undefined : refusal,
                  act: () =>
                    void attempt(() => ask(`DELETE ${ofFeature}/{commentId}`, { path: { ...path, commentId: id } }), 'Comment deleted.'),
                },
              }))}
            />
          </>
        );
      }}
    </Answer>
  );
}

const Older = ({ show }: { readonly show: () => void }) => (
  <div class={panelStyles.body}>
    <Button press={show} text="Show older comments" />
  </div>
);
