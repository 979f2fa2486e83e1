import { agentLimits } from '../../parts/account/agent-limits.ts';
import { disconnect } from '../../parts/account/disconnect.ts';
import { openLayer } from '../../parts/layer/layers.tsx';
import { CopyField } from '../../parts/layer/shown-once.tsx';
import { ActionButton, DataTable } from '../../parts/list/data-table.tsx';
import { Age } from '../../parts/mark/age.tsx';
import { Answer, Panel } from '../../parts/panel/panel.tsx';
import { formatExact } from '../../base/format.ts';
import { useAnswer, ask } from '../../server/ask.ts';
import * as formStyles from '../../parts/mark/form.module.css';

/** The agents that can act for the user, and how to connect one. */
export function Agents() {
  const agents = useAnswer('GET /api/admin/user/agents', {});
  const all = agents.data?.agents ?? [];
  return (
    <Panel
      title="Agents"
      end={
        <>
          {all.length > 0 && (
            <ActionButton
              of="Agents"
              action={{ title: 'Disconnect all', act: () => disconnect('all agents', () => ask('DELETE /api/admin/user/agents', {})) }}
            />
          )}
          <ActionButton of="Agents" action={{ title: 'Connect an agent', act: showSetup }} />
        </>
      }
    >
      <Answer of={agents}>
        {({ agents: found }) => (
          <DataTable
            none={<p class="dim">No agents yet. A connected agent reads and proposes changes as you for 12 hours.</p>}
            label="Agents"
            rows={found}
            nameOf={({ agent }) => agent}
            columns={[
              { title: 'Agent', cell: ({ agent }) => <b>{agent}</b> },
              { title: 'Client', cell: ({ client }) => <span class="mono">{client}</span> },
              { title: 'Limit', cell: ({ mode }) => agentLimits.find(({ value }) => value === mode)?.title },
              { title: 'Last used', cell: ({ seenAt }) => <Age at={seenAt} /> },
              { title: 'Ends', cell: ({ expiresAt }) => formatExact(expiresAt) },
            ]}
            actions={({ id, agent }) => [
              { title: 'Disconnect', act: () => disconnect(agent, () => ask('DELETE /api/admin/user/agents/{id}', { path: { id } })) },
            ]}
          />
        )}
      </Answer>
    </Panel>
  );
}

const showSetup = (): void =>
  openLayer({
    title: 'Connect an agent',
    draw: () => (
      <div class={formStyles.form}>
        <p>Add this server to the agent. It opens the browser, where you approve it and choose its limit.</p>
        <CopyField label="Claude Code" text={`claude mcp add --transport http signalbox ${location.origin}/mcp`} />
        <CopyField label="Cursor (mcp.json)" text={configurationFor('mcpServers', {})} />
        <CopyField label="VS Code (.vscode/mcp.json)" text={configurationFor('servers', { type: 'http' })} />
        <CopyField label="Other agents, as a command" text={`SIGNALBOX_URL=${location.origin} npx signalbox mcp`} />
      </div>
    ),
  });

const configurationFor = (list: string, server: object): string =>
  JSON.stringify({ [list]: { signalbox: { ...server, url: `${location.origin}/mcp` } } }, null, 2);
