import { z } from 'zod'
import type { Outcome } from '../../domain/outcome.ts'
import { defineAction } from '../shared/action.ts'
import { call, hostOf, isDone } from '../shared/call.ts'
import type { StepContext } from '../shared/context.ts'
import { refusal } from './errors.ts'
import { sessionInput } from './plan.ts'
import { readVideo } from './processing.ts'
import { ofPage } from './request.ts'
import { reelSession, successAnswer } from './wire.ts'

type Input = z.output<typeof sessionInput>

const session = z.object({ id: z.string(), url: z.string() })

type Session = z.output<typeof session>

/** The bytes of a reel or a video story are sent to an upload host, which can resume an interrupted upload. */
export const upload = defineAction({
  kind: 'upload',
  input: sessionInput,
  perform: async (input, context) => {
    const begun = session.nullable().parse(context.saved)
    const outcome = await send(input, begun, context)
    // An old session may have expired: it is started again, once.
    return begun !== null && outcome.type === 'rejected' ? send(input, null, context) : outcome
  },
})

async function send(input: Input, begun: Session | null, context: StepContext): Promise<Outcome> {
  const at = begun ?? (await begin(input, context))
  if ('type' in at) return at
  if (begun === null) await context.save(at)
  const received = begun === null ? 0 : await receivedOf(at, context)
  if (typeof received !== 'number') return received
  if (received < input.media.facts.size) {
    const fault = await sendBytes(input, at, received, context)
    if (fault) return fault
  }
  return { type: 'done', result: { id: at.id, session: null } }
}

async function begin({ edge }: Input, context: StepContext): Promise<Session | Outcome> {
  const answer = await ofPage(context, { method: 'POST', path: `/${edge}`, form: { upload_phase: 'start' } })
  if (!isDone(answer)) return refusal(answer, 'media', context)
  const { video_id: id, upload_url: url } = reelSession.parse(answer.json())
  // The token is sent there, so it must be Facebook's own host.
  if (!url.startsWith(`${hostOf(context, 'upload')}/`))
    return {
      type: 'rejected',
      error: 'platform_rejected',
      message: `Facebook asked for the video to be sent to ${new URL(url).origin}, which is not its upload host. The setting FACEBOOK_UPLOAD_URL names that host.`,
    }
  return { id, url }
}

async function receivedOf({ id }: Session, context: StepContext): Promise<number | Outcome> {
  const state = await readVideo(id, context)
  if ('type' in state) return state
  return state.isUploaded ? Infinity : state.received
}

async function sendBytes(
  { media }: Input,
  { url }: Session,
  start: number,
  context: StepContext,
): Promise<Outcome | undefined> {
  const { size } = media.facts
  const answer = await call(context, {
    method: 'POST',
    url,
    headers: {
      authorization: `OAuth ${context.credentials.accessToken}`,
      offset: String(start),
      file_size: String(size),
    },
    bytes: {
      contentType: 'application/octet-stream',
      size: size - start,
      body: context.read(media, { start, end: size }),
    },
  })
  if (!isDone(answer)) return refusal(answer, 'media', context)
  successAnswer.parse(answer.json())
  return undefined
}
