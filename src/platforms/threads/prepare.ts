import { z } from 'zod'
import { MiB } from '../../domain/bytes.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { minute, second } from '../../domain/time.ts'
import { defineAction } from '../shared/action.ts'
import type { StepContext } from '../shared/context.ts'
import { fetchAgainIn } from '../shared/fetch-again.ts'
import { container, formOf, isRefusal, makeContainer, type Status, statusOf } from './container.ts'
import { quoted } from './errors.ts'
import { containersInput, type Draft, jpegInput } from './plan.ts'

/** In bytes, of an image (developers.facebook.com, Threads API: Overview, 2026-09-11). */
const maxBytes = 8 * MiB

/** Puts a JPEG of an image on the media host, where Threads fetches it. */
export const jpeg = defineAction({
  kind: 'prepare',
  input: jpegInput,
  perform: async ({ media }, context) => {
    const url = await context.hostImage(await context.jpegOf(media, { maxBytes }))
    return { type: 'done', result: { url } }
  },
})

/** Between two reads. Meta's advice is a minute; what there is to read is small, and most are ready in seconds. */
const pause = 5 * second

/** Its own advice ends after 5 minutes; clients have waited longer for long videos. */
const waitLimit = 30 * minute

/** The progress of each container of a step; `made` is null until it is created. */
const progress = z.array(z.object({ made: container.nullable(), tries: z.number(), isReady: z.boolean() }))

type Progress = z.output<typeof progress>
type Slot = Progress[number]

const empty: Slot = { made: null, tries: 0, isReady: false }

/** Makes containers and waits until Threads has fetched and processed what they show. */
export const containers = defineAction({
  kind: 'upload',
  input: containersInput,
  waitLimit,
  perform: async ({ drafts }, context) => {
    const before = progress.nullable().parse(context.saved) ?? drafts.map(() => empty)
    const made = await makeMissing(drafts, before, context)
    if ('type' in made) return made
    const seen = await readStates(made, context)
    if ('type' in seen) return seen
    if (seen.some((slot, index) => slot !== made[index])) await context.save(seen)
    if (!seen.every(({ isReady }) => isReady)) return { type: 'wait', pause: Math.max(...seen.map(pauseFor)) }
    return { type: 'done', result: { containers: seen.map(({ made }) => made) } }
  },
})

/** A container that failed is made again after a longer pause. */
const pauseFor = ({ made, tries }: Slot): number => (made === null ? fetchAgainIn(tries) : null) ?? pause

/** One after the other, each kept at once: what is there is not made again after a crash. */
async function makeMissing(
  drafts: readonly Draft[],
  before: Progress,
  context: StepContext,
): Promise<Progress | Outcome> {
  let slots = before
  for (const [index, wanted] of drafts.entries()) {
    const slot = slots[index] ?? empty
    if (slot.made !== null) continue
    const made = await makeContainer(formOf(wanted, context), context)
    if (isRefusal(made)) return made
    slots = slots.with(index, { made, tries: slot.tries + 1, isReady: false })
    await context.save(slots)
  }
  return slots
}

async function readStates(slots: Progress, context: StepContext): Promise<Progress | Outcome> {
  const states = await Promise.all(slots.map((slot) => readState(slot, context)))
  const seen: Slot[] = []
  for (const one of states) {
    if ('type' in one) return one
    seen.push(one)
  }
  return seen
}

async function readState(slot: Slot, context: StepContext): Promise<Slot | Outcome> {
  if (slot.made === null || slot.isReady) return slot
  const status = await statusOf(slot.made, context)
  if (isRefusal(status)) return status
  const { state } = status
  if (state === 'preparing') return slot
  if (state === 'finished' || state === 'published') return { ...slot, isReady: true }
  const mayPass = state === 'expired' || passing.includes(status.fault ?? unknownFault)
  return mayPass && fetchAgainIn(slot.tries) !== null ? { ...slot, made: null } : failed(status)
}

const unknownFault = 'UNKNOWN'
const passing = ['FAILED_DOWNLOADING_VIDEO', unknownFault]

/** Threads' words (Threads API: Troubleshooting, 2026-09), the spelling its own. */
const faults: Readonly<Record<string, string>> = {
  FAILED_DOWNLOADING_VIDEO: 'Threads could not fetch the video from the media host of this instance.',
  INVALID_ASPEC_RATIO: 'Threads does not accept the aspect ratio of the video.',
  INVALID_BIT_RATE: 'Threads does not accept the bit rate of the video.',
  INVALID_DURATION: 'Threads does not accept a video of this length.',
  INVALID_FRAME_RATE: 'Threads does not accept the frame rate of the video.',
}

export const failed = ({ fault }: Pick<Status, 'fault'>): Outcome => ({
  type: 'rejected',
  error: 'media_rejected',
  message: faults[fault ?? ''] ?? quoted('Threads could not process the media of the post.', fault),
})
