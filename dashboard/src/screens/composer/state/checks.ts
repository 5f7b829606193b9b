import { useDebouncedValue } from '@mantine/hooks'
import { ApiError, type Finding, type PostWarning, type Preview, type ValidatePostBody } from '@polypost/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { polypost } from '../../../data/client.ts'

/** The service’s judgement of the content, by its own rules. */
export interface Check {
  readonly findings: readonly Finding[]
  readonly warnings: readonly PostWarning[]
  readonly previews: readonly Preview[]
  /** Whether it is about the content as it is now. */
  readonly isCurrent: boolean
}

type Answer = Omit<Check, 'isCurrent'>

const nothing: Answer = { findings: [], warnings: [], previews: [] }

/** How long nothing must change before the service is asked, in milliseconds. */
const pause = 400

async function check(body: ValidatePostBody, signal: AbortSignal): Promise<Answer> {
  try {
    const { findings, warnings, preview } = await polypost.posts.validate(body, { signal })
    return { findings, warnings, previews: preview }
  } catch (error) {
    // A fault in the form of the request is a finding, too.
    if (error instanceof ApiError && error.status === 400) return { ...nothing, findings: error.details }
    throw error
  }
}

/** Asks after each change; only the last answer counts. Nothing is asked while there is nothing to check. */
export function useCheck(body: ValidatePostBody): Check {
  const [asked] = useDebouncedValue(body, pause)
  const isWorth = asked.message.trim() !== '' && asked.platforms.length > 0
  const { data, isFetching, isPlaceholderData, isError } = useQuery({
    queryKey: ['check', asked],
    queryFn: ({ signal }) => check(asked, signal),
    enabled: isWorth,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isCurrent = asked === body && !isFetching && !isPlaceholderData && !isError
  return { ...(isWorth ? (data ?? nothing) : nothing), isCurrent }
}
