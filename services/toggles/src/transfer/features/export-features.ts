import { featuresExported } from '@signalbox/contracts';
import { type OpenContext, route, StreamedReply } from '@signalbox/kit';
import { findEnvironment } from '../../project/environment/environment.ts';
import { readExport } from './read-export.ts';
import { ExportChoice, ExportData } from './transfer.schema.ts';
import { writtenExport } from './written-export.ts';

export const exportFeaturesRoute = route(
  {
    method: 'post',
    path: '/api/admin/features-batch/export',
    summary: 'Export features with their configuration in one environment',
    permission: 'authenticated',
    body: ExportChoice,
    answers: { 200: ExportData },
    failures: ['NotFoundError'],
    events: [featuresExported],
    transaction: { none: 'because it reads a lot, and then only records the export' },
    maintenance: 'through',
  },
  async ({ body }, context) => new StreamedReply(writtenExport(await exportFeatures(context, body))),
);

/** Leaves out features that do not exist or that the caller cannot see. */
async function exportFeatures(context: OpenContext, choice: ExportChoice): Promise<ExportData> {
  await findEnvironment(context.em, choice.environment);
  const data = await readExport(context, choice);
  const features = data.features.map(({ name }) => name);
  await context.write(async (unit) => unit.publish(featuresExported, { data: { features } }));
  return data;
}
