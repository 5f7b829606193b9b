import { textHash } from '../../crypto/text-hash.ts'
import type { PostWarning } from '../../domain/content.ts'
import { day, minute } from '../../domain/time.ts'
import type { PostWarningCode } from '../../domain/warning-codes.ts'
import { listRepeats, type Repeats } from '../../store/posts/repeats.ts'
import type { Caller, Services } from '../context.ts'
import { type Destination, keyOf } from '../destinations.ts'
import type { DestinationCheck } from './check-destination.ts'

const near = 7 * day

type CheckedDestination = Destination & { readonly checked: DestinationCheck }

/** Adds warnings to the destinations where another post has the same text within 7 days, or the same minute. */
export async function withRepeatWarnings(
  { database, clock, caller }: Pick<Services, 'database' | 'clock'> & { readonly caller: Caller },
  destinations: readonly CheckedDestination[],
  { at, exceptPost }: { readonly at: number | null; readonly exceptPost: number | undefined },
): Promise<CheckedDestination[]> {
  const planned = destinations.flatMap(({ account, checked }) =>
    account && checked.content ? [{ lane: keyOf(account), textHash: textHash(checked.content.text) }] : [],
  )
  if (planned.length === 0) return [...destinations]
  const time = at ?? clock.now()
  const start = time - (time % minute)
  const repeats = await listRepeats(
    database.read,
    // No post has the ID 0.
    { userId: caller.userId, exceptPost: exceptPost ?? 0 },
    planned,
    {
      text: { from: time - near, before: time + near },
      any: at === null ? null : { from: start, before: start + minute },
    },
  )
  return destinations.map((destination) => {
    const { account, checked } = destination
    const found = account && repeats.find(({ lane }) => lane === keyOf(account))
    if (!found) return destination
    const warnings = [...checked.warnings, ...warningsOf(destination, found)]
    return { ...destination, checked: { ...checked, warnings } }
  })
}

function warningsOf({ platform, named }: Destination, { sameText, sameMinute }: Repeats): PostWarning[] {
  const warning = (code: PostWarningCode, message: string): PostWarning => ({
    platform: named,
    code,
    severity: 'warning',
    message,
  })
  return [
    ...(sameText === null
      ? []
      : [
          warning(
            'duplicate_content',
            `Post ${sameText} has the same text for this ${platform.title} account, less than 7 days before or after this post.`,
          ),
        ]),
    ...(sameMinute === null
      ? []
      : [warning('same_minute', `Post ${sameMinute} goes to this ${platform.title} account in the same minute.`)]),
  ]
}
