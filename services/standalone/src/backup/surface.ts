import { parse, setting, surface } from '@signalbox/kit';

export const accessKeyId = setting(
  'AWS_ACCESS_KEY_ID',
  '',
  parse.optional(parse.text),
  'Access key of the object storage. Empty: the role of the pod or the machine.',
  true,
);
export const secretAccessKey = setting('AWS_SECRET_ACCESS_KEY', '', parse.text, 'Secret of the access key.', true);
export const sessionToken = setting('AWS_SESSION_TOKEN', '', parse.optional(parse.text), 'Session token of a temporary access key.', true);
export const region = setting('AWS_REGION', 'us-east-1', parse.text, 'Region of the bucket.');
export const endpointUrl = setting(
  'AWS_ENDPOINT_URL',
  '',
  parse.optional(parse.url('http:', 'https:')),
  'Address of S3-compatible storage, whose URLs then have the bucket in their path. Empty: Amazon S3.',
);

/** Settings of the commands `backup` and `restore`, which no other process reads. */
export const backupSurface = surface({
  name: 'backup',
  isPublic: true,
  settings: [accessKeyId, secretAccessKey, sessionToken, region, endpointUrl],
});
