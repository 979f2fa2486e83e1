import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { linkTo } from '../base/link.ts';
import { grantTypes } from './token/grant-token.ts';

const Names = Type.Array(Type.String());

export const describeServerRoute = route(
  {
    method: 'get',
    path: '/.well-known/oauth-authorization-server',
    summary: 'Describe the authorization server for the command line and agents (RFC 8414)',
    permission: 'public',
    answers: {
      200: Type.Object({
        issuer: Type.String(),
        authorization_endpoint: Type.String(),
        token_endpoint: Type.String(),
        device_authorization_endpoint: Type.String(),
        revocation_endpoint: Type.String(),
        registration_endpoint: Type.String(),
        response_types_supported: Names,
        response_modes_supported: Names,
        grant_types_supported: Names,
        code_challenge_methods_supported: Names,
        token_endpoint_auth_methods_supported: Names,
        revocation_endpoint_auth_methods_supported: Names,
        authorization_response_iss_parameter_supported: Type.Boolean(),
      }),
    },
    failures: [],
  },
  async (_input, { settings }) => ({
    issuer: linkTo(settings, ''),
    authorization_endpoint: linkTo(settings, '/authorize'),
    token_endpoint: linkTo(settings, '/auth/token'),
    device_authorization_endpoint: linkTo(settings, '/auth/device'),
    revocation_endpoint: linkTo(settings, '/auth/revoke'),
    registration_endpoint: linkTo(settings, '/auth/register'),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: Object.values(grantTypes),
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
  }),
);
