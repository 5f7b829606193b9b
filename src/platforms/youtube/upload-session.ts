import type { Refusal } from '../../domain/outcome.ts'
import { type Answer, isDone } from '../shared/call.ts'
import type { MediaFile, StepContext } from '../shared/context.ts'
import type { CallSubject } from '../shared/refusals.ts'
import { refusal } from './errors.ts'
import { sessionCall } from './request.ts'
import { type UploadedVideo, uploadedVideo } from './wire.ts'

/** A file that is being uploaded. */
export interface OngoingUpload {
  /** The address that YouTube returned for the upload. */
  readonly session: string
  readonly media: MediaFile
  readonly mimeType: string
}

/** The state of an upload session, as YouTube reports it. */
export type SessionState =
  /** YouTube has all bytes before this one. */
  | { readonly type: 'open'; readonly offset: number }
  /** YouTube has all bytes and has created the video. It reports this again whenever it is asked. */
  | { readonly type: 'complete'; readonly video: UploadedVideo }
  /** The session has ended or never existed. */
  | { readonly type: 'gone' }

/** Asks how much of an upload has arrived; changes nothing. */
export async function askSession(
  { session, media }: OngoingUpload,
  context: StepContext,
): Promise<SessionState | Refusal> {
  const answer = await sessionCall(context, session, {
    headers: { 'content-range': `bytes */${media.facts.size}` },
    bytes: { contentType: 'application/octet-stream', size: 0, body: new Uint8Array() },
  })
  return stateOf(answer, 'read', context)
}

/** Sends the bytes from `start` up to, but not including, `end`. */
export async function sendPiece(
  { session, media, mimeType }: OngoingUpload,
  { start, end }: { readonly start: number; readonly end: number },
  asked: CallSubject,
  context: StepContext,
): Promise<SessionState | Refusal> {
  const answer = await sessionCall(context, session, {
    headers: { 'content-range': `bytes ${start}-${end - 1}/${media.facts.size}` },
    bytes: { contentType: mimeType, size: end - start, body: context.read(media, { start, end }) },
  })
  return stateOf(answer, asked, context)
}

/** Postiz treats 410 as an ended session too (2026-08). */
const ended = [404, 410]
const incomplete = 308

function stateOf(answer: Answer, asked: CallSubject, context: StepContext): SessionState | Refusal {
  if (answer.status === incomplete) return { type: 'open', offset: offsetIn(answer) }
  if (isDone(answer)) return { type: 'complete', video: uploadedVideo.parse(answer.json()) }
  return ended.includes(answer.status) ? { type: 'gone' } : refusal(answer, asked, context)
}

/** `bytes=0-41` means that 42 bytes have arrived; no header means none. */
function offsetIn({ headers }: Answer): number {
  const last = /^bytes=0-(\d{1,15})$/.exec(headers.range ?? '')?.[1]
  return last === undefined ? 0 : Number(last) + 1
}
