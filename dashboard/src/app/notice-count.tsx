import { useQuery } from '@tanstack/react-query'
import { noticesQuery } from '../data/notices.ts'
import { isNoticeInScope, useIsWhole, useScope } from '../data/scope.ts'
import { useHealthErrors } from '../data/use-health.ts'
import { useWords, words } from '../words/words.ts'
import { Count } from './count.tsx'

const countWords = words({ need: 'need you' }, { need: 'brauchen Sie' })

/** How many things need the person. */
export function NoticeCount() {
  const t = useWords(countWords)
  const scope = useScope()
  const { data } = useQuery(noticesQuery)
  const isWhole = useIsWhole()
  const inView = data?.notices.filter(({ profile_id }) => isNoticeInScope(scope, profile_id)).length
  return <Count value={((isWhole ? data?.total : inView) ?? 0) + useHealthErrors().length} wants label={t.need} />
}
