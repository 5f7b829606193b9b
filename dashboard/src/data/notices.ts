import type { Notice } from '@polypost/sdk'
import { queryOptions } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { polypost } from './client.ts'

/** News that no stream tells, such as a draft that waits, is asked for this often. In milliseconds. */
const lookEvery = 60_000

/** The notices for the person, of all profiles. */
export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: () => polypost.notices.list(),
  staleTime: 30_000,
  refetchInterval: lookEvery,
  // The browser shows new ones while the tab is in the background, too.
  refetchIntervalInBackground: true,
})

/** The tasks that notices ask for, in the order of the list. */
export const noticeGroups = [
  'signIn',
  'unknown',
  'unfinished',
  'failed',
  'deletions',
  'drafts',
  'replies',
  'stopped',
  'accounts',
  'webhooks',
] as const

export type NoticeGroup = (typeof noticeGroups)[number]

const groups: Readonly<Record<Notice['type'], NoticeGroup>> = {
  post_unknown: 'unknown',
  post_unfinished: 'unfinished',
  post_failed: 'failed',
  posts_deleted: 'deletions',
  draft_waiting: 'drafts',
  reply_waiting: 'replies',
  replies_stopped: 'stopped',
  account_reconnect: 'accounts',
  account_blocked: 'accounts',
  account_ending: 'accounts',
  webhook_disabled: 'webhooks',
  webhook_failing: 'webhooks',
  code_refused: 'signIn',
}

export const noticeGroupOf = ({ type }: Notice): NoticeGroup => groups[type]

/** The screen where it is put right. */
export function fixLinkOf(notice: Notice) {
  const { resource_id, profile_id, platforms } = notice
  const id = resource_id ?? ''
  const profile = profile_id ?? 'all'
  switch (noticeGroupOf(notice)) {
    case 'unknown':
    case 'unfinished':
    case 'failed':
      return linkOptions({ to: '/p/$profile/posts/$id', params: { profile, id } })
    case 'deletions':
      return linkOptions({ to: '/p/$profile/posts', params: { profile }, search: { deleted: true } })
    case 'drafts':
      return linkOptions({ to: '/p/$profile/drafts/$id', params: { profile, id } })
    case 'replies':
      return resource_id === null
        ? linkOptions({ to: '/p/$profile/inbox', params: { profile }, search: { view: 'approve' as const } })
        : linkOptions({ to: '/p/$profile/inbox/$id', params: { profile, id } })
    case 'stopped':
      return linkOptions({ to: '/p/$profile/settings/replies', params: { profile } })
    case 'signIn':
      return linkOptions({ to: '/me' })
    case 'accounts':
      return linkOptions({
        to: '/p/$profile/accounts/connect/$platform',
        params: { profile, platform: platforms[0] ?? '' },
      })
    case 'webhooks':
      return linkOptions({ to: '/webhooks/$id', params: { id } })
  }
}
