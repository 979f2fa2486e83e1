import { argument, command } from '../command/command.ts';
import { listOf, objectOf } from '../output/answer.ts';

export const listProjects = command({
  name: 'project list',
  summary: 'List the projects that you can see',
  examples: [{ line: 'signalbox project list --output yaml', text: 'Lists the projects as YAML.' }],
  async run(_, session) {
    const { projects } = await (await session.api()).ask('GET /api/admin/projects', {});
    return listOf(projects, {
      id: ({ id }) => id,
      name: ({ name }) => name,
      mode: ({ mode }) => mode,
      features: ({ featureCount }) => featureCount,
      members: ({ memberCount }) => memberCount,
    });
  },
});

export const getProject = command({
  name: 'project get',
  summary: 'Show a project and its environments',
  arguments: { id: argument('Id of the project') },
  examples: [{ line: 'signalbox project get default', text: 'Shows a project.' }],
  async run({ id }, session) {
    const project = await (await session.api()).ask('GET /api/admin/projects/{projectId}/overview', { path: { projectId: id } });
    return objectOf(project, { id, name: project.name, description: project.description, mode: project.mode });
  },
});
