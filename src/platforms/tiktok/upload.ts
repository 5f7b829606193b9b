import { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import { defineAction } from '../shared/action.ts'
import type { StepContext } from '../shared/context.ts'
import { chunksIn } from './chunks.ts'
import { type Upload, uploadInput } from './plan.ts'
import { askStatus, isStage } from './status.ts'
import { begin, chunksOfSession, hasEnded, type Session, sendChunk, session } from './upload-session.ts'

const progress = z.object({ session, sent: z.number() })

type Progress = z.output<typeof progress>

/**
 * Uploads a file except for its last chunk. Nothing becomes visible before the last byte. After an interruption it continues
 * with the chunk that TikTok expects next.
 */
export const upload = defineAction({
  kind: 'upload',
  input: uploadInput,
  sentShare: (_input, saved) => shareOf(progress.safeParse(saved).data),
  perform: async (input, context) => {
    const saved = progress.nullable().parse(context.saved)
    const begun =
      saved === null || hasEnded(saved.session, context) ? null : await resumed(input, saved.session, context)
    if (begun !== null && 'type' in begun) return begun
    const at = begun ?? (await start(input, context))
    return 'type' in at ? at : send(input, at, context)
  },
})

const shareOf = (at: Progress | undefined): number => (at ? at.sent / at.session.count : 0)

/** Null: there is no upload to continue. TikTok may have received more chunks than were saved. */
async function resumed(input: Upload, at: Session, context: StepContext): Promise<Progress | Outcome | null> {
  const stage = await askStatus(at.publishId, context)
  if (!isStage(stage)) return stage.type === 'rejected' ? null : stage
  if (stage.type === 'failed') return null
  if (stage.type !== 'working') return { session: at, sent: at.count - 1 }
  return { session: at, sent: Math.min(at.count - 1, chunksIn(chunksOfSession(input, at), stage.bytes ?? 0)) }
}

async function start(input: Upload, context: StepContext): Promise<Progress | Outcome> {
  const begun = await begin(input, context)
  if ('type' in begun) return begun
  await context.save({ session: begun, sent: 0 })
  return { session: begun, sent: 0 }
}

async function send(input: Upload, begun: Progress, context: StepContext): Promise<Outcome> {
  let at = begun
  while (at.sent < at.session.count - 1) {
    const sent = await sendChunk(input, at.session, at.sent, 'media', context)
    if (sent.type === 'gone') await context.save(null)
    if (sent.type === 'gone' || sent.type === 'misplaced') return interrupted
    if (sent.type !== 'taken') return sent
    at = { ...at, sent: at.sent + 1 }
    await context.save(at)
  }
  return { type: 'done', result: at.session }
}

const interrupted: Outcome = {
  type: 'retry',
  error: 'platform_unavailable',
  message: 'TikTok interrupted the upload.',
}
