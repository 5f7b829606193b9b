import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { titleOf } from '../../domain/title-of.ts'
import type { WebhookRow } from '../../store/deliveries/webhooks.ts'
import type {
  listDeletingKeys,
  listFailures,
  listUnasked,
  listWantingDrafts,
  listWantingJobs,
  listWantingReplies,
  PendingRows,
} from '../../store/notices.ts'
import type { PersonRow } from '../../store/people/people.ts'
import { isoTime } from '../../system/clock.ts'

export type Notice = Output<Operations['listNotices']>['data']['notices'][number]

type RowOf<List extends (...given: never[]) => Promise<PendingRows<unknown>>> = Awaited<
  ReturnType<List>
>['rows'][number]

export function jobNotice({
  id,
  post_id,
  profile_id,
  named,
  action,
  updated_at,
  message,
}: RowOf<typeof listWantingJobs>): Notice {
  const type = action?.code === 'finish_in_app' ? 'post_unfinished' : 'post_unknown'
  return {
    id: `${type}_${id}`,
    type,
    since: isoTime(updated_at),
    until: action?.code === 'finish_in_app' ? isoTime(action.resolveBy) : null,
    profile_id,
    platforms: [named],
    title: titleOf(message),
    resource_id: String(post_id),
  }
}

export const failureNotice = (row: RowOf<typeof listFailures>): Notice => ({
  id: `post_failed_${row.id}_${row.failed_at}`,
  type: 'post_failed',
  since: isoTime(row.failed_at),
  until: null,
  profile_id: row.profile_id,
  platforms: row.platforms,
  title: titleOf(row.message),
  resource_id: String(row.id),
})

export const deletionNotice = ({ key, profile_id, first_at, last_at }: RowOf<typeof listDeletingKeys>): Notice => ({
  id: `posts_deleted_${key.id}_${first_at}`,
  type: 'posts_deleted',
  since: isoTime(last_at),
  until: null,
  profile_id,
  platforms: [],
  title: key.name,
  resource_id: String(key.id),
})

export const draftNotice = (row: RowOf<typeof listWantingDrafts>): Notice => ({
  id: `draft_waiting_${row.id}_${row.revision}`,
  type: 'draft_waiting',
  since: isoTime(row.updated_at),
  until: null,
  profile_id: row.profile_id,
  platforms: row.platforms,
  title: titleOf(row.message),
  resource_id: row.id,
})

export const replyNotice = (row: RowOf<typeof listWantingReplies>): Notice => ({
  id: `reply_waiting_${row.id}`,
  type: 'reply_waiting',
  since: isoTime(row.created_at),
  until: null,
  profile_id: row.profile_id,
  platforms: [row.platform],
  title: titleOf(row.comment_message),
  resource_id: row.entry_id === null ? null : String(row.entry_id),
})

export const stoppedNotice = (
  { id, name, since }: Awaited<ReturnType<typeof listUnasked>>[number],
  month: string,
): Notice => ({
  id: `replies_stopped_${id}_${month}`,
  type: 'replies_stopped',
  since: isoTime(Number(since)),
  until: null,
  profile_id: id,
  platforms: [],
  title: name,
  resource_id: null,
})

/** Null: the latest code was right, or it is long ago. */
export function refusalNotice({ id, code_refused_at, code_refused_from }: PersonRow, after: number): Notice | null {
  if (code_refused_at === null || code_refused_at <= after) return null
  return {
    id: `code_refused_${id}_${code_refused_at}`,
    type: 'code_refused',
    since: isoTime(code_refused_at),
    until: null,
    profile_id: null,
    platforms: [],
    title: code_refused_from ?? '',
    resource_id: null,
  }
}

/** Null: it receives. */
export function webhookNotice({ id, url, disabled_at, failing_since }: WebhookRow): Notice | null {
  const since = disabled_at ?? failing_since
  if (since === null) return null
  const type = disabled_at === null ? 'webhook_failing' : 'webhook_disabled'
  return {
    id: `${type}_${id}_${since}`,
    type,
    since: isoTime(since),
    until: null,
    profile_id: null,
    platforms: [],
    title: url,
    resource_id: String(id),
  }
}
