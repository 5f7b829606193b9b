import { useQuery } from '@tanstack/react-query'
import { noticesQuery } from '../data/notices.ts'
import { useHealthErrors } from '../data/use-health.ts'
import { useWords, words } from '../words/words.ts'
import { Count } from './count.tsx'

const countWords = words({ need: 'need you' }, { need: 'brauchen Sie' })

/** How many things need the person. */
export function NoticeCount() {
  const t = useWords(countWords)
  const { data } = useQuery(noticesQuery)
  return <Count value={(data?.total ?? 0) + useHealthErrors().length} wants label={t.need} />
}
