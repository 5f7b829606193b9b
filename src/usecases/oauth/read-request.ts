import type { Scope } from '../../contract/operation.ts'
import { type Application, commandLine, hostShown } from '../../domain/application.ts'
import { matchesRedirect } from '../../domain/redirect-uri.ts'
import { findClient } from '../../store/people/oauth-clients.ts'
import type { Services } from '../context.ts'
import { type ClientDocuments, DocumentFault, isDocumentAddress } from './client-documents.ts'
import { resourceOf } from './metadata.ts'
import { registeredId } from './register-client.ts'

export type OAuthServices = Pick<Services, 'database' | 'clock' | 'publicUrl'> & { readonly documents: ClientDocuments }

export interface AccessRequest {
  readonly application: Application
  /** The host by which a person can recognise the application. */
  readonly host: string
  readonly redirectUri: string
  readonly state: string | undefined
  readonly scopes: readonly Scope[]
  readonly challenge: string
  /** All of it as it came, to ask again. */
  readonly fields: Readonly<Record<string, string>>
}

/** The person cannot be sent back, because it is not known to whom. */
export class UnusableRequest extends Error {}

/** The application gets to know that its request is not valid. */
export class RefusedRequest extends Error {
  readonly code: string
  readonly request: Pick<AccessRequest, 'redirectUri' | 'state'>

  constructor(code: string, message: string, request: Pick<AccessRequest, 'redirectUri' | 'state'>) {
    super(message)
    this.code = code
    this.request = request
  }
}

const names = [
  ...['client_id', 'redirect_uri', 'response_type', 'scope', 'state'],
  ...['code_challenge', 'code_challenge_method', 'resource'],
] as const

/** The fields of a request, as they came. */
export const fieldsOf = (given: URLSearchParams): AccessRequest['fields'] =>
  Object.fromEntries(
    names.flatMap((name) =>
      given
        .getAll(name)
        .slice(0, 1)
        .map((value) => [name, value]),
    ),
  )

/** Reads a request for access. First it must be sure where its answers go. */
export async function readRequest(services: OAuthServices, given: URLSearchParams): Promise<AccessRequest> {
  const fields = fieldsOf(given)
  const { client_id = '', redirect_uri: redirectUri = '', state, code_challenge: challenge = '' } = fields
  const application = await findApplication(services, client_id)
  if (!application.redirectUris.some((one) => matchesRedirect(one, redirectUri)))
    throw new UnusableRequest(
      `${application.name} asks to send you to an address that it has not registered. Nothing was sent there. Tell whoever makes it.`,
    )
  const repeated = names.find((name) => given.getAll(name).length > 1)
  const [code, message] = repeated
    ? ['invalid_request', `${repeated} is there more than once.`]
    : faultOf(fields, application, services)
  if (code !== undefined) throw new RefusedRequest(code, message ?? '', { redirectUri, state })
  const host = application.host ?? hostShown(redirectUri)
  return { application, host, redirectUri, state, scopes: scopesOf(fields.scope, application), challenge, fields }
}

/** The code and the words for the application; empty if there is no fault. */
function faultOf(fields: AccessRequest['fields'], application: Application, { publicUrl }: OAuthServices): string[] {
  const { response_type, code_challenge = '', code_challenge_method, resource, scope } = fields
  if (response_type !== 'code') return ['unsupported_response_type', 'Only response_type=code is supported.']
  if (code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(code_challenge))
    return ['invalid_request', 'Send a code_challenge with code_challenge_method=S256 (PKCE).']
  if (!isResource(resource, application, publicUrl))
    return ['invalid_target', `The resource must be ${resourceOf(application.audience, publicUrl)}.`]
  return scopesOf(scope, application).length === 0 ? ['invalid_scope', 'The scopes are read and write.'] : []
}

async function findApplication({ database, documents }: OAuthServices, id: string): Promise<Application> {
  if (id === commandLine.id) return commandLine
  if (isDocumentAddress(id)) return documents(id).catch((error) => refuseDocument(id, error))
  const row = registeredId.test(id) ? await findClient(database.read, id) : undefined
  if (row === undefined)
    throw new UnusableRequest(
      'This instance does not know the application that sent you here. Remove Polypost there, and add it again.',
    )
  return { id, name: row.name, host: null, redirectUris: row.redirect_uris, audience: 'mcp' }
}

function refuseDocument(id: string, error: unknown): never {
  if (!(error instanceof DocumentFault)) throw error
  throw new UnusableRequest(
    `The description of the application at ${id.slice(0, 200)} can’t be used. ${error.message} Try again, or tell whoever makes it.`,
  )
}

/** Without a resource, it is the one that the application can have. */
export function isResource(given: string | undefined, { audience }: Pick<Application, 'audience'>, publicUrl: string) {
  const url = given === undefined ? null : URL.parse(given)
  return given === undefined || url?.href.replace(/\/$/, '') === resourceOf(audience, publicUrl)
}

/** Those that Polypost knows. Some applications ask for others, too, such as `offline_access`. */
function scopesOf(given: string | undefined, { id }: Application): readonly Scope[] {
  const known: readonly Scope[] = id === commandLine.id ? ['read', 'write', 'admin'] : ['read', 'write']
  const asked = given?.trim() ? given.trim().split(/\s+/) : known
  return known.filter((scope) => asked.includes(scope))
}
