import type { Json } from '../../../domain/outcome.ts'
import type { SimulatedReply } from '../../shared/simulator.ts'

export const ok = (body: Readonly<Record<string, Json>>): SimulatedReply => ({ status: 200, body })

interface ErrorAnswer {
  readonly status: number
  readonly reason: string
  readonly message: string
  readonly domain?: string
  /** Only newer kinds of errors have it. */
  readonly word?: string
}

const refused = ({ status, reason, message, domain = 'global', word }: ErrorAnswer): SimulatedReply => ({
  status,
  body: {
    error: {
      code: status,
      message,
      errors: [{ message, domain, reason }],
      ...(word === undefined ? {} : { status: word }),
    },
  },
})

const refusal =
  (status: number, reason: string, message: string, domain?: string, word?: string) => (): SimulatedReply =>
    refused({ status, reason, message, ...(domain && { domain }), ...(word && { word }) })

export const authError = refusal(401, 'authError', 'Invalid Credentials', 'global', 'UNAUTHENTICATED')
export const signupRequired = refusal(401, 'youtubeSignupRequired', 'Unauthorized', 'youtube.header')
export const scopeMissing = refusal(
  403,
  'insufficientPermissions',
  'Request had insufficient authentication scopes.',
  'global',
  'PERMISSION_DENIED',
)
export const suspended = refusal(
  403,
  'authenticatedUserAccountSuspended',
  'The authenticated user’s account is suspended.',
  'youtube.common',
)
/** Contains a link, like Google's real message. */
export const quotaExceeded = refusal(
  403,
  'quotaExceeded',
  'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.',
  'youtube.quota',
)
export const uploadsUsedUp = refusal(
  429,
  'rateLimitExceeded',
  "Quota exceeded for quota metric 'Video Uploads' and limit 'Video Uploads per day' of service 'youtube.googleapis.com'.",
  'global',
  'RESOURCE_EXHAUSTED',
)
export const tooManyRequests = refusal(
  429,
  'rateLimitExceeded',
  'Too many requests in a short time.',
  'global',
  'RESOURCE_EXHAUSTED',
)
export const unavailable = refusal(
  503,
  'backendError',
  'The service is currently unavailable.',
  'global',
  'UNAVAILABLE',
)
export const duplicate = refusal(409, 'duplicate', 'The resource already exists.')
export const inPlaylist = refusal(409, 'videoAlreadyInPlaylist', 'Video already in playlist.', 'youtube.playlistItem')
export const forbidden = refusal(
  403,
  'forbidden',
  'The authenticated user doesn’t have permissions to upload and set custom video thumbnails.',
  'youtube.thumbnail',
)
export const commentsDisabled = refusal(
  403,
  'commentsDisabled',
  'The video identified by the <code>videoId</code> parameter has disabled comments.',
  'youtube.commentThread',
)
export const videoNotFound = refusal(
  404,
  'videoNotFound',
  'The video that was asked for cannot be found.',
  'youtube.video',
)
export const playlistNotFound = refusal(
  404,
  'playlistNotFound',
  'The playlist cannot be found.',
  'youtube.playlistItem',
)
export const parentNotFound = refusal(
  404,
  'parentCommentNotFound',
  'The parent comment cannot be found.',
  'youtube.comment',
)

export const badRequest = (reason: string, message: string, domain?: string): SimulatedReply =>
  refusal(400, reason, message, domain)()

export const isReply = (found: object): found is SimulatedReply => 'status' in found && typeof found.status === 'number'
