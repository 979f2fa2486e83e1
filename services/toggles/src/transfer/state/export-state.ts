import { route, StreamedReply } from '@signalbox/kit';
import { Type } from 'typebox';
import { writtenExport } from '../features/written-export.ts';
import { readState } from './read-state.ts';
import { BooleanText, isTrue, ReadState, retires } from './state.schema.ts';

export const exportStateRoute = route(
  {
    method: 'get',
    path: '/api/admin/state/export',
    summary: 'Export the state of the instance',
    permission: 'ADMIN',
    query: Type.Object({
      format: Type.Optional(Type.Enum(['json', 'yaml'])),
      download: BooleanText,
      strategies: BooleanText,
      featureToggles: BooleanText,
      projects: BooleanText,
      tags: BooleanText,
      environments: BooleanText,
    }),
    answers: { 200: ReadState },
    mediaTypes: ['application/json', 'application/yaml'],
    failures: [],
    deprecated: 'Use POST /api/admin/features-batch/export to export features.',
    retires,
  },
  async ({ query: { format = 'json', download = 'false', ...sections } }, { em, now }) => {
    const { strategies = 'true', featureToggles = 'true', projects = 'true', tags = 'true', environments = 'true' } = sections;
    const state = await readState(em, {
      strategies: isTrue(strategies),
      featureToggles: isTrue(featureToggles),
      projects: isTrue(projects),
      tags: isTrue(tags),
      environments: isTrue(environments),
    });
    const name = `signalbox-state-${now().toISOString().slice(0, 10)}.${format}`;
    const file: Record<string, string> = isTrue(download) ? { 'content-disposition': `attachment; filename="${name}"` } : {};
    if (format === 'json') return new StreamedReply(writtenExport(state), file);
    // Few requests need the package that writes YAML.
    const { writtenYaml } = await import('./written-yaml.ts');
    return new StreamedReply(writtenYaml(state), { 'content-type': 'application/yaml; charset=utf-8', ...file });
  },
);
