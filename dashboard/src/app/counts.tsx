import { useQuery } from '@tanstack/react-query'
import { wantsPerson } from '../data/accounts.ts'
import { inboxCountQuery } from '../data/inbox.ts'
import { noticeGroupOf, noticesQuery } from '../data/notices.ts'
import { isInScope, scopeParameter, useProfilesInScope, useScope } from '../data/scope.ts'
import { useMay } from '../data/session.ts'
import { useWords, words } from '../words/words.ts'
import { Count } from './count.tsx'

const countWords = words(
  {
    drafts: 'drafts wait for approval',
    posts: 'need you',
    accounts: 'accounts need you',
    replies: 'replies wait for approval',
    comments: 'comments are unread',
  },
  {
    drafts: 'Entwürfe warten auf Freigabe',
    posts: 'brauchen Sie',
    accounts: 'Konten brauchen Sie',
    replies: 'Antworten warten auf Freigabe',
    comments: 'Kommentare sind ungelesen',
  },
)

/** How many drafts wait for somebody who may approve them. */
export function DraftCount() {
  const t = useWords(countWords)
  const scope = useScope()
  const { data } = useQuery(noticesQuery)
  const waiting =
    data?.notices.filter((notice) => isInScope(scope, notice.profile_id) && noticeGroupOf(notice) === 'drafts') ?? []
  return <Count value={waiting.length} wants label={t.drafts} />
}

/** How many posts of the profiles in view wait for somebody. */
export function PostsCount() {
  const t = useWords(countWords)
  const scope = useScope()
  const { data } = useQuery(noticesQuery)
  const waiting = data?.notices.filter(
    (notice) => isInScope(scope, notice.profile_id) && ['unknown', 'unfinished'].includes(noticeGroupOf(notice)),
  )
  return <Count value={new Set(waiting?.map(({ resource_id }) => resource_id)).size} wants label={t.posts} />
}

/** How many accounts of the profiles in view want somebody. */
export function AccountsCount() {
  const t = useWords(countWords)
  const accounts = useProfilesInScope().flatMap((profile) => Object.values(profile.platform_profiles))
  return <Count value={accounts.filter((account) => wantsPerson(account)).length} wants label={t.accounts} />
}

/** How many replies wait for somebody who may approve them; where there are none, how many comments are unread. */
export function InboxCount() {
  const t = useWords(countWords)
  const mayDecide = useMay('editor')
  const { data } = useQuery(inboxCountQuery(scopeParameter(useScope())))
  const waiting = mayDecide ? (data?.needs_approval ?? 0) : 0
  if (waiting > 0) return <Count value={waiting} wants label={t.replies} />
  return <Count value={data?.unread ?? 0} label={t.comments} />
}
