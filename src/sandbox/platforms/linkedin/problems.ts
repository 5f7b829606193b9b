import type { Json } from '../../../domain/outcome.ts'
import type { SimulatedReply } from '../../shared/simulator.ts'

export const ok = (body: Json, status = 200): SimulatedReply => ({ status, body })

const refused = (status: number, code: string, message: string, serviceErrorCode?: number): SimulatedReply => ({
  status,
  body: { ...(serviceErrorCode !== undefined && { serviceErrorCode }), code, message, status },
})

/** The other form of errors, for invalid input. */
const wrongInput = (status: number, code: string, description: string, message = description): SimulatedReply => ({
  status,
  body: {
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    message,
    errorDetails: { inputErrors: [{ description, input: {}, code }] },
    status,
  },
})

export const tokenMissing = (): SimulatedReply => refused(401, 'EMPTY_ACCESS_TOKEN', 'Empty oauth2_access_token', 401)
export const tokenUnknown = (): SimulatedReply => refused(401, 'INVALID_ACCESS_TOKEN', 'Invalid access token', 65_600)
export const tokenRevoked = (): SimulatedReply =>
  refused(401, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user', 65_601)
export const tokenExpired = (): SimulatedReply =>
  refused(401, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired', 65_602)

export const denied = (what: string): SimulatedReply =>
  refused(403, 'ACCESS_DENIED', `Not enough permissions to access: ${what}`, 100)

export const versionMissing = (): SimulatedReply =>
  refused(
    400,
    'VERSION_MISSING',
    'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
  )
export const unsupportedVersion = (version: string): SimulatedReply =>
  refused(426, 'NONEXISTENT_VERSION', `Requested version ${version} is not active`)

export const badPath = (): SimulatedReply => refused(400, 'ILLEGAL_ARGUMENT', 'Syntax exception in path variables', 0)
export const wrong = (message: string, code = 'INVALID_VALUE_FOR_FIELD'): SimulatedReply =>
  wrongInput(400, code, message)
export const missingField = (path: string): SimulatedReply =>
  wrongInput(422, 'MISSING_FIELD', `ERROR :: ${path} :: field is required but not found and has no default value`)
export const notFound = (what: string): SimulatedReply => refused(404, 'NOT_FOUND', `${what} is not found`)

export const tooLong = (length: number, most: number): SimulatedReply =>
  wrongInput(
    400,
    'FIELD_LENGTH_TOO_LONG',
    `ShareCommentary text length (${length} characters) exceeded the maximum allowed (${most} characters)`,
  )

export const duplicate = (urn: string): SimulatedReply =>
  wrongInput(
    422,
    'DUPLICATE_POST',
    'Duplicate post is detected',
    `com.linkedin.publishing.exception: Content is a duplicate of ${urn}`,
  )

export const notReady = (urn: string): SimulatedReply =>
  wrongInput(400, 'MEDIA_ASSET_WAITING_UPLOAD', `Media asset ${urn} is not ready: its upload is not processed yet`)
export const mediaFailed = (urn: string): SimulatedReply =>
  wrongInput(400, 'MEDIA_ASSET_PROCESSING_FAILED', `Media asset ${urn} could not be processed`)
export const notOwned = (): SimulatedReply =>
  wrongInput(400, 'INVALID_VALUE_FOR_FIELD', 'One or more of the assets is not owned by the author')
export const updateFailed = (): SimulatedReply =>
  wrongInput(400, 'UPDATING_ASSET_FAILED', 'The asset can not be updated')
export const noUpload = (): SimulatedReply => refused(401, 'EXPIRED_UPLOAD_URL', 'The upload URL is not valid any more')

export const throttled = (): SimulatedReply =>
  refused(
    429,
    'TOO_MANY_REQUESTS',
    'Resource level throttle MEMBER MINUTE limit for calls to this resource is reached.',
  )
export const commentsThrottled = (): SimulatedReply =>
  refused(429, 'TOO_MANY_REQUESTS', 'Comment create throttled: creation rate limit exceeded for member')
export const dayIsOver = (): SimulatedReply =>
  refused(
    429,
    'TOO_MANY_REQUESTS',
    'Resource level throttle APPLICATION DAY limit for calls to this resource is reached.',
    101,
  )
export const unavailable = (): SimulatedReply => refused(500, 'INTERNAL_SERVER_ERROR', 'Internal Server Error')
