import type { z } from 'zod'
import type { Outcome, Presence } from '../../domain/outcome.ts'
import type { PlannedStep, StepKind } from '../../domain/plan.ts'
import { CannotConvert, toJpeg } from '../../media/convert/image.ts'
import type { ByteSource } from '../../media/probe/bytes.ts'
import { NoSuchFile } from '../../media/storage/storage.ts'
import { stripJpeg } from '../../media/strip.ts'
import { OutboundFault } from '../../outbound/http-client.ts'
import type { Action } from '../../platforms/shared/action.ts'
import type { MediaFile, StepContext } from '../../platforms/shared/context.ts'
import { UnusableFile } from '../../platforms/shared/unusable-file.ts'
import { LostLease } from '../../store/engine/leases.ts'
import { changeLeasedJob } from '../../store/jobs/leased-jobs.ts'
import { type StepRow, writeSteps } from '../../store/jobs/steps.ts'
import { crashPoint } from '../../system/crash-point.ts'
import { type JobWork, persist } from '../job-work.ts'
import { hostImage } from './host-image.ts'

/** A step needs the result of an earlier step that has none. */
class MissingResult extends Error {}

/** A file could not be read, so nothing of it was sent. */
class NotRead extends Error {}

export function actionOf({ platform, job }: JobWork, { action }: PlannedStep): Action {
  const found = platform.live.actions[action]
  if (!found) throw new Error(`${job.platform} has no action ${action}, though it is in the plan of job ${job.id}.`)
  return found
}

/** Makes a step's calls and returns their outcome, whatever goes wrong. */
export async function perform(work: JobWork, step: PlannedStep, row: StepRow): Promise<Outcome> {
  const action = actionOf(work, step)
  const asked: PerformRequest = { isAsked: false, isCalled: false, answer: null }
  const { signal, justRead: known } = work
  work.justRead = null
  const outcome = await work.accounts
    .callAs(work.account, { operation: action.kind, signal, known }, async (context) => {
      Object.assign(asked, { isAsked: true, isCalled: false, answer: null })
      // If this runs again with a renewed token, it continues from what was saved in the meantime.
      const current = work.steps.get(row.position) ?? row
      const http = watched(work, action.kind, context.http, asked)
      asked.answer = await action.perform(step.input, stepContext(work, current, { ...context, http }))
      return asked.answer
    })
    .catch((error: unknown) => outcomeOfThrown(work, action.kind, asked, error))
  // The platform may have accepted the post already, so that it becomes visible although no call can be made now.
  const mayBeTaken = action.kind === 'commit' && row.saved !== null
  return !asked.isAsked && mayBeTaken && 'message' in outcome ? { type: 'unknown', message: outcome.message } : outcome
}

/** The platform was not called, because our own records could not be read or written. */
export const notSent = {
  type: 'retry',
  error: 'internal_error',
  message: 'Polypost could not read or store its own records, so nothing was sent to the platform.',
} as const

/** How far a step came, so that what is thrown afterwards is no reason for doubt. */
interface PerformRequest {
  /** The action began. */
  isAsked: boolean
  /** A request to the platform began. */
  isCalled: boolean
  /** The meaning of the platform's answers. A later error concerns only our own records. */
  answer: Outcome | null
}

/** Asks the platform whether a step in doubt took effect. If the question fails, that is still unknown. */
export async function reconcile(work: JobWork, step: PlannedStep, row: StepRow): Promise<Presence> {
  const { doubt } = actionOf(work, step)
  if (!doubt) return { type: 'cannot_tell', message: 'The platform offers no way to check.' }
  try {
    return await work.accounts.callAs(work.account, { operation: 'look_for_post', signal: work.signal }, (context) =>
      doubt.reconcile(step.input, stepContext(work, row, context)),
    )
  } catch (error) {
    work.signal.throwIfAborted()
    work.log.warn({ err: error, job_id: work.job.id }, 'the platform could not be asked whether a job was published')
    return { type: 'cannot_tell', message: error instanceof Error ? error.message : String(error) }
  }
}

/** Asks the platform for what a step would show, without keys and results of earlier steps, which are lost. */
export async function search(work: JobWork, step: PlannedStep, row: StepRow, since: number): Promise<Presence> {
  const find = actionOf(work, step).doubt?.search
  if (!find) return { type: 'cannot_tell', message: 'The platform offers no way to search for it.' }
  try {
    return await work.accounts.callAs(work.account, { operation: 'look_for_post', signal: work.signal }, (context) =>
      find(step.input, since, stepContext(work, row, context)),
    )
  } catch (error) {
    work.signal.throwIfAborted()
    work.log.warn(
      { err: error, job_id: work.job.id },
      'the platform could not be searched for what a job may have published',
    )
    return { type: 'cannot_tell', message: error instanceof Error ? error.message : String(error) }
  }
}

/** Nothing is sent once the lease may be lost. Here tests end the process between a call and its response. */
function watched(work: JobWork, kind: StepKind, http: StepContext['http'], asked: PerformRequest): StepContext['http'] {
  return {
    request: async (request) => {
      work.assertLeased()
      asked.isCalled = true
      const response = await http.request(request)
      crashPoint(`publish.${kind}.sent`)
      return response
    },
  }
}

type Bare = Omit<StepContext, 'read' | 'readImage' | 'jpegOf' | 'hostImage' | 'result' | 'saved' | 'save'>

function stepContext(work: JobWork, row: StepRow, context: Bare): StepContext {
  return {
    ...context,
    read: (media, range) => bytesOf(work, media, range),
    readImage: (media) => reading(imageOf(work, media)),
    jpegOf: async (media, limits) => (await reading(toJpeg(sourceOf(work, media), limits))).bytes,
    hostImage: (bytes) => hostImage(work, bytes),
    result: (name, schema) => resultOf(work, name, schema),
    saved: row.saved,
    save: async (state) => {
      const saved = { ...row, saved: state }
      work.steps.set(row.position, saved)
      await persist(work, async (tx) => {
        await changeLeasedJob(tx, work.job, {})
        await writeSteps(tx, [saved])
      })
      crashPoint('publish.upload.saved')
    },
  }
}

async function* bytesOf(
  { media }: JobWork,
  { file, facts }: MediaFile,
  { start = 0, end = facts.size }: { start?: number; end?: number } = {},
): AsyncGenerator<Uint8Array> {
  if (end <= start) return
  for await (const piece of await media.read(file, { start, end: end - 1 })) yield piece
}

/** Separates permanent errors from a media host that does not respond now. */
const reading = <T>(read: Promise<T>): Promise<T> =>
  read.catch((cause: unknown) => {
    if (cause instanceof NoSuchFile || cause instanceof CannotConvert) throw new UnusableFile(cause)
    throw new NotRead(cause instanceof Error ? cause.message : String(cause), { cause })
  })

const imageOf = async (work: JobWork, media: MediaFile): Promise<Uint8Array> =>
  stripJpeg(await whole(bytesOf(work, media)))

const sourceOf = (work: JobWork, media: MediaFile): ByteSource => ({
  size: media.facts.size,
  read: (start, end) => whole(bytesOf(work, media, { start, end })),
})

async function whole(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  return Buffer.concat(pieces)
}

function resultOf<T extends z.ZodType>({ plan, steps }: JobWork, name: string, schema: T): z.output<T> {
  const row = steps.get(plan.findIndex((step) => step.name === name))
  if (row?.status === 'done') return schema.parse(row.result)
  const { success, data } = schema.safeParse(null)
  if (row?.status === 'failed' && success) return data
  throw new MissingResult(`The step ${name}, whose result is needed, did not succeed.`)
}

/**
 * The platform's table of errors does not cover what is thrown here. A commit may have taken effect, unless its request
 * was certainly never sent; any other step can be repeated.
 */
function outcomeOfThrown(
  { signal, log, job }: JobWork,
  kind: StepKind,
  asked: PerformRequest,
  thrown: unknown,
): Outcome {
  if (asked.answer !== null) return afterAnswer(asked.answer)
  const error = thrown instanceof UnusableFile ? thrown.cause : thrown
  if (asked.isCalled) {
    signal.throwIfAborted()
    if (error instanceof LostLease) throw error
  }
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof NoSuchFile)
    return {
      type: 'rejected',
      error: 'media_unavailable',
      message: 'A media file of this post no longer exists on the media host. Upload it again and publish a new post.',
    }
  if (error instanceof CannotConvert)
    return {
      type: 'rejected',
      error: 'media_rejected',
      message: `An image could not be converted to the JPEG that the platform requires: ${error.message}`,
    }
  if (error instanceof MissingResult) return { type: 'rejected', error: 'internal_error', message }
  if (error instanceof NotRead) {
    log.warn({ err: error, job_id: job.id }, 'a media file could not be read')
    return { type: 'retry', error: 'media_unavailable', message: 'The media host could not be read from.' }
  }
  const visible = kind === 'commit' || kind === 'follow_up'
  if (error instanceof OutboundFault) {
    if (visible && error.sent) return { type: 'unknown', message }
    return { type: 'retry', error: 'platform_unavailable', message: `The platform could not be reached: ${message}` }
  }
  log.warn({ err: error, job_id: job.id }, 'a step failed with an unexpected error')
  if (!asked.isCalled) return notSent
  if (visible) return { type: 'unknown', message: 'The platform’s response could not be read.' }
  return { type: 'retry', error: 'platform_unavailable', message: 'The platform’s response could not be read.' }
}

/** The platform has answered, and then its answer could not be noted in the login, or the login could not be renewed. */
const afterAnswer = (answer: Outcome): Outcome =>
  answer.type === 'expired'
    ? {
        type: 'retry',
        error: 'internal_error',
        message: 'The login was refused, and could not be renewed at that moment.',
      }
    : answer
