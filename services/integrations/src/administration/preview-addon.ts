import { mapOf } from '@signalbox/contracts';
import { changesNothing, type Context, route } from '@signalbox/kit';
import { type Static, Type } from 'typebox';
import { ParameterValue, ProviderName } from '../addon/addon.schema.ts';
import { checkDraft } from '../addon/addon-parameters.ts';
import { exampleEvent } from '../provider/example-event.ts';
import { findProvider } from '../provider/providers.ts';

/** Part of an add-on that decides the bodies of its requests. */
const AddonDraft = Type.Object({
  provider: ProviderName,
  parameters: mapOf(ParameterValue, { description: 'Values by parameter name, without secrets.' }),
});

type AddonDraft = Static<typeof AddonDraft>;

const AddonPreview = Type.Object({ bodies: Type.Array(Type.String(), { description: 'One body for each request.' }) });

export const previewAddonRoute = route(
  {
    method: 'post',
    path: '/api/admin/addons/preview',
    summary: 'Show the request bodies that an add-on with these parameters would send for an example event',
    permission: ['CREATE_ADDON', 'UPDATE_ADDON'],
    body: AddonDraft,
    answers: { 200: AddonPreview },
    failures: ['BadDataError'],
    ...changesNothing,
  },
  async ({ body }, context) => previewAddon(body, context),
);

/** Addresses are not part of a preview. */
const settings = { slackApiUrl: 'https://slack.example/' };

function previewAddon(draft: AddonDraft, context: Pick<Context, 'actor' | 'now'>): Static<typeof AddonPreview> {
  const event = { ...exampleEvent(context), id: 1 };
  const requests = findProvider(draft.provider).requestsOf(event, checkDraft(draft), settings);
  return { bodies: requests.map(({ body }) => body) };
}
