import { z } from 'zod'
import type { Outcome, Refusal } from '../../domain/outcome.ts'
import { defineAction } from '../shared/action.ts'
import { type Answer, call, hostOf, isDone, isFault } from '../shared/call.ts'
import type { StepContext } from '../shared/context.ts'
import { refusal } from './errors.ts'
import { addressOf } from './jpeg.ts'
import { isByFacebook } from './login.ts'
import { type ContainerInput, containerInput, itemsReady } from './plan.ts'
import { request } from './request.ts'
import { sponsorIds } from './sponsors.ts'
import { created, received } from './wire.ts'

type Video = Extract<ContainerInput['shows'], { type: 'video' }>['media']

/** A container at Instagram, which nobody sees. `uri`: where to upload its bytes; null if none are left to upload. */
export const made = z.object({ id: z.string(), uri: z.string().nullable(), coverless: z.boolean() })
export type CreatedContainer = z.output<typeof made>

export const readyIds = z.object({ ids: z.record(z.string(), z.string()), coverless: z.boolean() })

/** Making one again is harmless: nobody sees a container that is not published, and it expires after a day. */
export const container = defineAction({
  kind: 'upload',
  input: containerInput,
  perform: async (input, context) => {
    const begun = made.nullable().parse(context.saved)
    const outcome = await fill(input, begun, context)
    // An old upload may have expired at Instagram: it is started again, once.
    return begun !== null && outcome.type === 'rejected' ? fill(input, null, context) : outcome
  },
})

async function fill(input: ContainerInput, begun: CreatedContainer | null, context: StepContext): Promise<Outcome> {
  const now = begun ?? (await make(input, {}, context))
  if ('type' in now) return now
  if (begun === null && now.uri !== null) await context.save(now)
  const refused = await sendBytes(input, now, begun === null ? 0 : await bytesThere(now, context), context)
  return refused ?? { type: 'done', result: { ...now, uri: null } }
}

interface ContainerRequest {
  /** Instagram's IDs of the items of a carousel, by their names; by default those from the steps of the plan. */
  readonly items?: Readonly<Record<string, string>> | undefined
  readonly withoutCover?: boolean
}

/** If Instagram refuses the cover, the post is published without it. */
export async function make(
  input: ContainerInput,
  making: ContainerRequest,
  context: StepContext,
): Promise<CreatedContainer | Refusal> {
  const first = await create(input, making, context)
  const isSentWithCover = coverOf(input, making, context) !== null
  if (!('type' in first) || first.type !== 'rejected' || !isSentWithCover) return first
  const second = await create(input, { ...making, withoutCover: true }, context)
  return 'type' in second ? first : second
}

export const hasCover = ({ shows }: ContainerInput): boolean => shows.type === 'video' && shows.cover !== null

/** Null if there is no cover, its file cannot be used, or Instagram refused it. */
const coverOf = ({ shows }: ContainerInput, { withoutCover }: ContainerRequest, context: StepContext): string | null =>
  shows.type === 'video' && shows.cover !== null && !withoutCover ? addressOf(shows.cover, context) : null

async function create(
  input: ContainerInput,
  making: ContainerRequest,
  context: StepContext,
): Promise<CreatedContainer | Refusal> {
  const answer = await request(context, {
    method: 'POST',
    path: `/${context.account.remoteId}/media`,
    // As JSON: in a form or a URL, the `&` of a signed media URL would begin another parameter.
    json: { ...shownBy(input, making, context), ...input.parameters, ...sponsorship(input, context) },
  })
  if (!isDone(answer)) return refusal(answer, 'media', context)
  const { id, uri } = created.parse(answer.json())
  const coverless = hasCover(input) && coverOf(input, making, context) === null
  return { id, uri: uri ?? null, coverless }
}

/** With Facebook Login the bytes of a video can be uploaded, so that the media host need not be public. */
function shownBy(input: ContainerInput, making: ContainerRequest, context: StepContext) {
  const { shows } = input
  if (shows.type === 'image') return { image_url: addressOf(shows.picture, context) }
  if (shows.type === 'carousel') {
    const ids = making.items ?? context.result(itemsReady, readyIds).ids
    // With commas, as published clients send it (postiz-app 74b01ad, brightbean d85fce1); none sends a list.
    return { children: shows.items.map((name) => ids[name] ?? missing(name)).join(',') }
  }
  const cover = coverOf(input, making, context)
  return {
    ...(isByFacebook(context) ? { upload_type: 'resumable' } : { video_url: shows.media.url }),
    ...(cover === null ? {} : { cover_url: cover }),
  }
}

function missing(name: string): never {
  throw new Error(`The carousel’s item ${name} was not made.`)
}

const sponsorship = ({ sponsored }: ContainerInput, context: StepContext) =>
  sponsored ? { branded_content_sponsor_ids: sponsorIds(context) } : {}

/** Uploads the bytes of a video from `offset` on, if its bytes are uploaded; returns the refusal, or null. */
export async function sendBytes(
  { shows }: ContainerInput,
  { uri }: CreatedContainer,
  offset: number,
  context: StepContext,
): Promise<Refusal | null> {
  if (shows.type !== 'video' || uri === null || offset >= shows.media.facts.size) return null
  // The token goes to no other host than the one that is known (trypost issue 361).
  if (new URL(uri).origin !== new URL(hostOf(context, 'upload')).origin) return strangeAddress
  const answer = await send(uri, shows.media, offset, context)
  return isDone(answer) ? null : refusal(answer, 'media', context)
}

const strangeAddress: Refusal = {
  type: 'rejected',
  error: 'platform_rejected',
  message: 'Instagram asked for the video to be sent to a host that does not belong to Instagram.',
}

const send = (url: string, media: Video, offset: number, context: StepContext): Promise<Answer> =>
  call(context, {
    method: 'POST',
    url,
    headers: {
      authorization: `OAuth ${context.credentials.accessToken}`,
      offset: String(offset),
      file_size: String(media.facts.size),
    },
    bytes: {
      contentType: 'application/octet-stream',
      size: media.facts.size - offset,
      body: context.read(media, { start: offset }),
    },
  })

/** The offset of an interrupted upload; 0 if it is unknown. */
async function bytesThere({ id }: CreatedContainer, context: StepContext): Promise<number> {
  try {
    const answer = await request(context, { method: 'GET', path: `/${id}`, query: { fields: 'video_status' } })
    const phase = isDone(answer) ? received.parse(answer.json()).video_status?.uploading_phase : null
    return phase?.bytes_transferred ?? phase?.bytes_transfered ?? 0
  } catch (error) {
    if (isFault(error) || error instanceof z.ZodError) return 0
    throw error
  }
}
