import { useSignal } from '@preact/signals';
import { agentLimits } from '../../parts/account/agent-limits.ts';
import { SelectField } from '../../parts/form/select-field.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { Empty } from '../../parts/panel/panel.tsx';
import type { AgentLimit } from '../../server/ask.ts';
import { Decision } from './decision.tsx';

interface AuthorizeAgentProps {
  readonly clientId: string;
  readonly continuesAt: string;
  readonly decide: (approved: boolean, mode: AgentLimit) => Promise<void>;
}

/** Where an agent sends the browser to connect. The server verifies its registration on approval. */
export function AuthorizeAgent({ clientId, continuesAt, decide }: AuthorizeAgentProps) {
  const mode = useSignal<AgentLimit>('propose');
  const name = nameIn(clientId);
  if (name === null) return <Empty title="This link is incomplete. Connect the agent again." isPage />;
  return (
    <>
      <PageHead
        title={`Connect ${name}`}
        about="It reads and proposes as you for 12 hours. It never approves, deletes, or changes people, tokens and settings."
      />
      <Decision
        title="Connect an agent"
        submitTitle="Approve"
        approved={`You approved ${name}. You can close this page.`}
        denied={`You denied ${name}. You can close this page.`}
        decide={(approved) => decide(approved, mode.value)}
        beside={
          <SelectField
            label="Limit"
            hint="Each environment of a project can be stricter."
            value={mode.value}
            choices={agentLimits}
            change={(value) => (mode.value = value as AgentLimit)}
          />
        }
      >
        <dt>Agent</dt>
        <dd>{name}</dd>
        <dt>Continues at</dt>
        <dd class="mono">{continuesAt}</dd>
      </Decision>
    </>
  );
}

/** The name in a client id, which is a JWT; null if it is none, or if the name could contain a message to the user. */
function nameIn(clientId: string): string | null {
  try {
    const [, payload = ''] = clientId.split('.');
    const { name } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { readonly name?: unknown };
    return typeof name === 'string' && /^[A-Za-z0-9][A-Za-z0-9 ._()-]{0,39}$/.test(name) ? name : null;
  } catch {
    return null;
  }
}
