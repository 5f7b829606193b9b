import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { replyCheckQuery } from '../../data/inbox.ts'
import { type CommentedPlatform, commentedPlatform } from '../../data/inbox-filter.ts'
import { Ring } from '../../parts/ring.tsx'
import { useNumbers } from '../../words/numbers.ts'
import { useWords } from '../../words/words.ts'
import classes from './conversation.module.css'
import { replyWords } from './reply-words.ts'

/** How long nothing must change before the service is asked, in milliseconds. */
const pause = 300
/** From this share of the limit on, what is left counts. */
const near = 0.9

interface Props {
  readonly platform: string
  readonly text: string
}

/** How much of the platform’s limit a reply takes, counted by the service. */
export function Length({ platform, text }: Props) {
  const known = commentedPlatform(platform)
  const [settled] = useDebouncedValue(text.trim(), pause)
  if (known === undefined || settled === '') return null
  return <Measured platform={known} text={settled} />
}

function Measured({ platform, text }: { readonly platform: CommentedPlatform; readonly text: string }) {
  const t = useWords(replyWords)
  const { count } = useNumbers()
  const { data } = useQuery(replyCheckQuery(platform, text))
  if (data === undefined || data.limit === null) return null
  const { length, limit } = data
  const share = length / limit
  const level = share > 1 ? 'over' : share >= near ? 'near' : 'fine'
  const words = {
    fine: t.used(count(length), count(limit)),
    near: t.left(count(limit - length)),
    over: t.over(count(length - limit)),
  }
  return (
    <span className={classes.length} data-level={level}>
      {words[level]}
      <Ring share={share} />
    </span>
  )
}
