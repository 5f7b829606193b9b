import { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import { defineAction } from '../shared/action.ts'
import type { StepContext } from '../shared/context.ts'
import { chunksIn } from './chunks.ts'
import {
  askGently,
  fresh,
  goOnWith,
  mayPass,
  type Patience,
  patience,
  pauseAfter,
  presenceOf,
  type Taken,
  waitLimit,
} from './course.ts'
import { lookAtInbox } from './inbox.ts'
import { type Upload, uploadInput } from './plan.ts'
import { profilePages } from './published.ts'
import { begin, chunksOfSession, hasEnded, sendChunk, session } from './session.ts'
import { askStatus, isStage, type Stage } from './status.ts'

/** The saved progress; `session` is null if a new upload has to be started. */
const kept = patience.extend({ session: session.nullable(), isSent: z.boolean(), anew: z.number() })

type Kept = z.output<typeof kept>

/** How often an upload is started again after TikTok reports that it failed. */
const maxAnew = 2

/** Sends the last chunk, upon which TikTok starts to publish, and polls until the post is published. */
export const postFile = defineAction({
  kind: 'commit',
  waitLimit,
  input: uploadInput,
  perform: async (input, context) => {
    const now = kept.nullable().parse(context.saved)
    if (now !== null) return now.session === null ? renew(input, now, context) : goOn(input, now, context)
    const first: Kept = { ...fresh, session: context.result('upload', session), isSent: false, anew: 0 }
    // A later attempt has to ask first how much arrived.
    await context.save(first)
    return finish(input, first, (first.session?.count ?? 1) - 1, context)
  },
  doubt: {
    reconcile: async (input, context) => {
      const { session: at } = kept.nullable().parse(context.saved) ?? { session: null }
      return at === null
        ? { type: 'absent' }
        : presenceOf(await askStatus(at.publishId, context), takenOf(input, at), context)
    },
    // TikTok publishes an upload once. A second attempt asks first and sends only what is missing.
    repeatable: () => true,
    settleTime: 0,
    lookAt: (_, author) => profilePages(author),
  },
  look: lookAtInbox,
})

const takenOf = ({ direct }: Upload, { publishId }: { readonly publishId: string }): Taken => ({
  publishId,
  kind: 'video',
  direct,
})

async function goOn(input: Upload, now: Kept, context: StepContext): Promise<Outcome> {
  const { session: at } = now
  if (at === null) throw new Error('There is no upload to continue.')
  const stage = await askGently(at.publishId, context)
  if (stage.type === 'working' && !isWhole(stage, input, now)) {
    if (hasEnded(at, context)) return renew(input, now, context)
    const from = chunksIn(chunksOfSession(input, at), stage.bytes ?? 0)
    return finish(input, now, from, context, from === at.count - 1)
  }
  if (stage.type === 'failed' && mayPass(stage.reason) && now.anew < maxAnew) return renew(input, now, context)
  if (!isStage(stage)) return stage
  const keep = (patience: Patience) => context.save({ ...now, ...patience })
  return goOnWith(stage, { taken: takenOf(input, at), patience: now, keep }, context)
}

const isWhole = ({ bytes }: Extract<Stage, { type: 'working' }>, { media }: Upload, { isSent }: Kept): boolean =>
  isSent || bytes === null || bytes >= media.facts.size

/** Starts another upload of the whole file. The one before has certainly published nothing. */
async function renew(input: Upload, now: Kept, context: StepContext): Promise<Outcome> {
  if (now.anew >= maxAnew) return lost
  const none: Kept = { ...now, session: null, isSent: false }
  await context.save(none)
  const begun = await begin(input, context)
  if ('type' in begun) return begun
  const next: Kept = { ...none, session: begun, anew: now.anew + 1 }
  await context.save(next)
  return finish(input, next, 0, context)
}

const again: Outcome = { type: 'unknown', message: 'TikTok does not accept the last chunk of the file a second time.' }

const lost: Outcome = {
  type: 'rejected',
  error: 'platform_unavailable',
  message: 'TikTok ended every upload before it was complete. Retry the job to upload the video again.',
}

/** Sends the rest of the file. If its last chunk may have arrived before, a refusal does not mean that it has not. */
async function finish(
  input: Upload,
  now: Kept,
  from: number,
  context: StepContext,
  mayBeTaken = false,
): Promise<Outcome> {
  const { session: at } = now
  if (at === null) throw new Error('There is no upload to finish.')
  for (let index = from; index < at.count; index += 1) {
    const sent = await sendChunk(input, at, index, 'post', context)
    if (mayBeTaken && (sent.type === 'gone' || sent.type === 'rejected')) return again
    if (sent.type === 'gone') return renew(input, now, context)
    if (sent.type === 'misplaced') return { type: 'unknown', message: 'TikTok expects another chunk of the file.' }
    if (sent.type !== 'taken') return sent
  }
  await context.save({ ...now, isSent: true })
  return { type: 'wait', pause: pauseAfter(0) }
}
