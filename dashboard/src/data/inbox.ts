import type { InboxEntry } from '@polypost/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { polypost } from './client.ts'
import { type CommentedPlatform, type InboxFilter, toInboxQuery } from './inbox-filter.ts'

/** How often a page asks for news, in milliseconds: the stream of changes does not tell of comments. */
const everywhere = 30_000
const inView = 10_000
const underWay = 2_000

const pageSize = 30

/** The comments of a profile in pages, newest first. */
export const inboxQuery = (profileId: string, filter: InboxFilter) =>
  infiniteQueryOptions({
    queryKey: ['inbox', 'list', profileId, filter],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor }) =>
      polypost.inbox.list({
        profile_id: profileId,
        limit: pageSize,
        ...toInboxQuery(filter),
        ...(cursor !== undefined && { cursor }),
      }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })

/** How many comments of a profile are unread, and how many replies wait for approval. */
export const inboxCountQuery = (profileId: string, isInView = false) =>
  queryOptions({
    queryKey: ['inbox', 'count', profileId],
    queryFn: () => polypost.inbox.count({ profile_id: profileId }),
    staleTime: isInView ? inView : everywhere,
    refetchInterval: isInView ? inView : everywhere,
  })

/** Whether something that was sent has no outcome yet. */
const isUnderWay = ({ own_replies, auto_reply }: InboxEntry): boolean =>
  auto_reply?.status === 'queued' || own_replies.some(({ status }) => status === 'sending')

/** A comment with its thread. */
export const entryQuery = (id: number) =>
  queryOptions({
    queryKey: ['inbox', 'entry', id],
    queryFn: () => polypost.inbox.getEntry(id),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.entry) ? underWay : inView),
  })

/** The findings of the service about the text of a reply, by its own rules. */
export const replyCheckQuery = (platform: CommentedPlatform, message: string) =>
  queryOptions({
    queryKey: ['reply-check', platform, message],
    queryFn: () => polypost.comments.validateReply({ platform, message }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
