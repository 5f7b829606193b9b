import type { Outcome, Refusal } from '../../domain/outcome.ts'
import type { AccountContext } from '../shared/context.ts'
import { refusal } from './errors.ts'
import { isOk, request } from './request.ts'
import { statusOf } from './wire.ts'

/** The status of a post that TikTok is processing. */
export type Stage =
  /** `bytes`: how many bytes of an upload have arrived. */
  | { readonly type: 'working'; readonly bytes: number | null }
  | { readonly type: 'inbox' }
  /** The IDs appear later, and only for public posts. One draft can become several posts. */
  | { readonly type: 'published'; readonly ids: readonly string[] }
  | { readonly type: 'failed'; readonly reason: string | null }

/** An unknown status counts as `working`. */
export async function askStatus(publishId: string, context: AccountContext): Promise<Stage | Refusal> {
  const answer = await request(context, {
    method: 'POST',
    path: '/post/publish/status/fetch/',
    json: { publish_id: publishId },
  })
  if (!isOk(answer)) return refusal(answer, 'read', context)
  const { status, fail_reason: reason, uploaded_bytes: bytes, ...told } = statusOf(answer)
  const ids = told.publicaly_available_post_id ?? told.publicly_available_post_id ?? []
  switch (status) {
    case 'PUBLISH_COMPLETE':
      return { type: 'published', ids }
    case 'SEND_TO_USER_INBOX':
      return { type: 'inbox' }
    case 'FAILED':
      return { type: 'failed', reason: reason ?? null }
    default:
      return { type: 'working', bytes: bytes ?? null }
  }
}

export const isStage = (told: Stage | Outcome): told is Stage =>
  told.type === 'working' || told.type === 'inbox' || told.type === 'published' || told.type === 'failed'
