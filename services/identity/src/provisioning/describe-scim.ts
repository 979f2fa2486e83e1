import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { requireProvisioner, scimReply, scimType } from './client/provisioner.ts';
import { listSchema } from './client/scim-list.ts';
import { groupSchema } from './group/scim-group.schema.ts';
import { userSchema } from './user/scim-user.schema.ts';

const failures = ['AuthenticationRequired'] as const;
const Described = Type.Record(Type.String(), Type.Unknown());

export const describeScimRoute = route(
  {
    method: 'get',
    path: '/scim/ServiceProviderConfig',
    summary: 'Get the supported SCIM features',
    permission: 'public',
    credential: requireProvisioner,
    answers: { 200: Described },
    mediaTypes: [scimType],
    failures,
  },
  async () => {
    const [yes, no] = [{ supported: true }, { supported: false }];
    return scimReply({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
      patch: yes,
      bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
      filter: { ...yes, maxResults: 200 },
      changePassword: no,
      sort: no,
      etag: no,
      authenticationSchemes: [{ type: 'oauthbearertoken', name: 'Bearer token', description: 'A token that an administrator generates.' }],
    });
  },
);

const resourceTypes = [
  ['User', userSchema],
  ['Group', groupSchema],
].map(([name, schema]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema,
}));

export const listScimResourceTypesRoute = route(
  {
    method: 'get',
    path: '/scim/ResourceTypes',
    summary: 'List the resource types (SCIM)',
    permission: 'public',
    credential: requireProvisioner,
    answers: { 200: Described },
    mediaTypes: [scimType],
    failures,
  },
  async () => {
    return scimReply(listed(resourceTypes));
  },
);

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});

const schemas = [
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id: userSchema,
    name: 'User',
    attributes: [
      attribute('userName', { required: true, uniqueness: 'server' }),
      attribute('externalId', { caseExact: true }),
      attribute('displayName'),
      attribute('name', { type: 'complex', subAttributes: ['formatted', 'givenName', 'familyName'].map((name) => attribute(name)) }),
      attribute('emails', {
        type: 'complex',
        multiValued: true,
        subAttributes: [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })],
      }),
      attribute('active', { type: 'boolean' }),
    ],
  },
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id: groupSchema,
    name: 'Group',
    attributes: [
      attribute('displayName', { required: true, uniqueness: 'server' }),
      attribute('externalId', { caseExact: true }),
      attribute('members', { type: 'complex', multiValued: true, subAttributes: [attribute('value'), attribute('display')] }),
    ],
  },
];

export const listScimSchemasRoute = route(
  {
    method: 'get',
    path: '/scim/Schemas',
    summary: 'List the schemas (SCIM)',
    permission: 'public',
    credential: requireProvisioner,
    answers: { 200: Described },
    mediaTypes: [scimType],
    failures,
  },
  async () => {
    return scimReply(listed(schemas));
  },
);

const listed = (Resources: readonly object[]) => ({
  schemas: [listSchema],
  totalResults: Resources.length,
  startIndex: 1,
  itemsPerPage: Resources.length,
  Resources,
});
