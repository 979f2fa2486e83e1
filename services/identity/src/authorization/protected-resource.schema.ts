import { Type } from 'typebox';

/** Metadata of the protected resource (RFC 9728 §2). */
export const ProtectedResource = Type.Object({
  resource: Type.String(),
  authorization_servers: Type.Array(Type.String()),
  bearer_methods_supported: Type.Array(Type.String()),
  resource_name: Type.String(),
});
