import { ApiError } from '@polypost/sdk'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bestPostsQuery } from '../../data/best-posts.ts'
import { polypost } from '../../data/client.ts'
import { titleOf } from '../../data/platforms.ts'
import { useWords } from '../../words/words.ts'
import { afreshWords } from './afresh-words.ts'
import { type AnalyticsView, rankingOf } from './use-analytics.ts'

export interface Afresh {
  /** Null: there is nothing to read. */
  readonly run: (() => void) | null
  /** While it reads. */
  readonly doing: string | null
  /** The outcome; empty before. */
  readonly said: string
  readonly error: unknown
}

interface Outcome {
  readonly read: number
  readonly early: number
  /** The problems that platforms named, each sentence once. */
  readonly problems: ReadonlySet<string>
}

/** Reads the numbers of the posts that are shown, one after the other: platforms count requests. */
export function useReadAfresh(view: AnalyticsView): Afresh {
  const t = useWords(afreshWords)
  const queries = useQueryClient()
  const { data } = useInfiniteQuery(bestPostsQuery(rankingOf(view)))
  const groups = data?.pages.flatMap((page) => page.groups) ?? []
  const ids = groups.flatMap(({ post_id, posted_at }) => (posted_at === null ? [] : [post_id]))
  const [at, setAt] = useState(0)
  const reading = useMutation({
    mutationFn: async () => {
      let outcome: Outcome = { read: 0, early: 0, problems: new Set() }
      for (const [index, id] of ids.entries()) {
        setAt(index + 1)
        outcome = plus(outcome, await readPost(id, t.said))
      }
      return outcome
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['analytics'] }),
  })
  const said = ({ read, early, problems }: Outcome) =>
    [...(read > 0 ? [t.done(read)] : []), ...(early > 0 ? [t.early(early)] : []), ...problems].join(' ')
  return {
    run: ids.length === 0 ? null : () => reading.isPending || reading.mutate(),
    doing: reading.isPending ? t.doing(at, ids.length) : null,
    said: reading.data ? said(reading.data) : '',
    error: reading.error,
  }
}

const plus = (one: Outcome, other: Outcome): Outcome => ({
  read: one.read + other.read,
  early: one.early + other.early,
  problems: new Set([...one.problems, ...other.problems]),
})

async function readPost(id: number, say: (platform: string, message: string) => string): Promise<Outcome> {
  try {
    const { platform_errors } = await polypost.analytics.refresh({ post_id: id })
    const problems = platform_errors.map(({ platform, message }) => say(titleOf(platform), message))
    return { read: 1, early: 0, problems: new Set(problems) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401 || error.status === 403) throw error
    if (error.code === 'rate_limited') return { read: 0, early: 1, problems: new Set() }
    return { read: 0, early: 0, problems: new Set([error.message]) }
  }
}
