import type { Audience } from '../../domain/application.ts'

/** The scopes that applications may ask for. The scope `admin` is only for the command line. */
const scopes = ['read', 'write']

/** The resource for which a token is (RFC 8707). */
export const resourceOf = (audience: Audience, publicUrl: string): string =>
  `${publicUrl}${audience === 'mcp' ? '/mcp' : '/api/v1'}`

/** Where the description of the resource /mcp is (RFC 9728, 3.1). */
export const resourceMetadataPath = '/.well-known/oauth-protected-resource/mcp'

/** RFC 9728 */
export const resourceMetadata = (publicUrl: string) => ({
  resource: resourceOf('mcp', publicUrl),
  resource_name: 'Polypost',
  authorization_servers: [publicUrl],
  scopes_supported: scopes,
  bearer_methods_supported: ['header'],
})

/** RFC 8414 */
export const serverMetadata = (publicUrl: string) => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}/oauth/authorize`,
  token_endpoint: `${publicUrl}/oauth/token`,
  registration_endpoint: `${publicUrl}/oauth/register`,
  revocation_endpoint: `${publicUrl}/oauth/revoke`,
  scopes_supported: scopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true,
})
