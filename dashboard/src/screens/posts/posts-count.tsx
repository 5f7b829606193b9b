import { useQuery } from '@tanstack/react-query'
import { Count } from '../../app/count.tsx'
import { wantingPostsQuery } from '../../data/posts.ts'
import { useProfile } from '../../data/profiles.ts'
import { useWords, words } from '../../words/words.ts'

const countWords = words({ need: 'need you' }, { need: 'brauchen Sie' })

/** How many posts wait for somebody. */
export function PostsCount() {
  const t = useWords(countWords)
  const { data } = useQuery(wantingPostsQuery(useProfile().id))
  return <Count value={data?.length ?? 0} wants label={t.need} />
}
