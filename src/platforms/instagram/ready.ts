import { z } from 'zod'
import type { Outcome, Refusal } from '../../domain/outcome.ts'
import { hour, minute, second } from '../../domain/time.ts'
import { defineAction } from '../shared/action.ts'
import { type Answer, isDone } from '../shared/call.ts'
import type { StepContext } from '../shared/context.ts'
import { fetchAgainIn } from '../shared/fetch-again.ts'
import { graphErrorIn } from '../shared/meta-errors.ts'
import { type CreatedContainer, hasCover, made, make, sendBytes } from './container.ts'
import { isPassing, quoted, refusal } from './errors.ts'
import { type NamedContainer, readyInput } from './plan.ts'
import { request } from './request.ts'
import { container as containerAnswer } from './wire.ts'

/**
 * A container that is being processed: how often it was made, and how often its status was read. `again`: it failed because
 * of a temporary fault, and is made again after a pause.
 */
const watched = made.extend({ times: z.number(), asked: z.number(), again: z.exactOptional(z.boolean()) })
export type WatchedContainer = z.output<typeof watched>
export const allWatched = z.record(z.string(), watched)
type AllWatched = z.output<typeof allWatched>

/** Long videos take long. */
const waitLimit = hour
/** How often the status of a hidden container is read before it is assumed to be ready; publishing shows whether it is. */
const hiddenFor = 8

/** Waits until Instagram has processed all containers. One that fails because of a temporary fault is made again. */
export const ready = defineAction({
  kind: 'wait',
  input: readyInput,
  waitLimit,
  perform: async ({ containers }, context) => {
    const before = allWatched.parse(context.saved ?? {})
    const states = await readAfter(containers, before, undefined, context)
    if ('type' in states) return states
    const { all, pause } = states
    if (pause !== null) {
      await context.save(all)
      return { type: 'wait', pause }
    }
    const ids = Object.fromEntries(Object.entries(all).map(([name, { id }]) => [name, id]))
    return { type: 'done', result: { ids, coverless: Object.values(all).some(({ coverless }) => coverless) } }
  },
})

interface ContainerStates {
  readonly all: AllWatched
  /** Null: all are ready. */
  readonly pause: number | null
}

/** Instagram's IDs of the items of a carousel; undefined: those from the steps of the plan. */
export type Items = Readonly<Record<string, string>> | undefined

/** Reads the status of each container once, and makes a new one if necessary. */
export async function readAfter(
  containers: readonly NamedContainer[],
  before: AllWatched,
  items: Items,
  context: StepContext,
): Promise<ContainerStates | Outcome> {
  const all: Record<string, WatchedContainer> = { ...before }
  let pause: number | null = null
  for (const one of containers) {
    const known = all[one.name] ?? { ...context.result(one.name, made), times: 1, asked: 0 }
    const next = await readState(one, known, items, context)
    if ('outcome' in next) return next.outcome
    all[one.name] = next.watched
    if (!next.ready) pause = Math.max(pause ?? 0, pauseAfter(next.watched))
  }
  return { all, pause }
}

/** Meta advises a minute, but an image is ready within a few seconds (clients of 2026). */
const pauseAfter = ({ times, asked, again }: WatchedContainer): number =>
  (again ? fetchAgainIn(times) : null) ?? Math.min(minute, Math.ceil(2 * 1.5 ** asked) * second)

type Next = { readonly watched: WatchedContainer; readonly ready: boolean } | { readonly outcome: Outcome }

async function readState(
  one: NamedContainer,
  known: WatchedContainer,
  items: Items,
  context: StepContext,
): Promise<Next> {
  if (known.again) return remake(one, known, { items, withoutCover: known.coverless }, context)
  const state = await stateOf(known.id, context)
  if (state.type === 'refused') return { outcome: state.outcome }
  if (state.type === 'ready' || state.type === 'published') return { watched: known, ready: true }
  if (state.type === 'hidden' && known.asked >= hiddenFor) return { watched: known, ready: true }
  if (state.type !== 'failed') return { watched: { ...known, asked: known.asked + 1 }, ready: false }
  if (state.passing && fetchAgainIn(known.times) !== null) return { watched: { ...known, again: true }, ready: false }
  // The cause may be the cover.
  if (hasCover(one.container) && !known.coverless) return remake(one, known, { items, withoutCover: true }, context)
  return { outcome: { type: 'rejected', error: 'media_rejected', message: state.message } }
}

export async function remake(
  { container }: NamedContainer,
  { times }: Pick<WatchedContainer, 'times'>,
  making: { readonly items: Items; readonly withoutCover: boolean },
  context: StepContext,
): Promise<Next> {
  const fresh: CreatedContainer | Refusal = await make(container, making, context)
  if ('type' in fresh) return { outcome: fresh }
  const refused = await sendBytes(container, fresh, 0, context)
  if (refused) return { outcome: refused }
  return { watched: { ...fresh, uri: null, times: times + 1, asked: 0 }, ready: false }
}

function isHidden(answer: Answer): boolean {
  const { code, subcode } = (isDone(answer) ? undefined : graphErrorIn(answer)) ?? { code: null, subcode: null }
  return code === 100 && subcode === 33
}

type State =
  /** `hidden`: it cannot be read with any token, as happened for weeks in 2026 (postiz-app issue 1562). */
  | { readonly type: 'ready' | 'working' | 'published' | 'hidden' }
  | { readonly type: 'failed'; readonly passing: boolean; readonly message: string }
  | { readonly type: 'refused'; readonly outcome: Refusal }

/** The state of a container. Only the code and the number in its message are read. */
export async function stateOf(id: string, context: StepContext): Promise<State> {
  const answer = await request(context, { method: 'GET', path: `/${id}`, query: { fields: 'status_code,status' } })
  if (isHidden(answer)) return { type: 'hidden' }
  if (!isDone(answer)) return { type: 'refused', outcome: refusal(answer, 'read', context) }
  const { status_code: code, status } = containerAnswer.parse(answer.json())
  if (code === 'FINISHED') return { type: 'ready' }
  if (code === 'PUBLISHED') return { type: 'published' }
  if (code === 'EXPIRED') return { type: 'failed', passing: true, message: 'The media has expired at Instagram.' }
  if (code !== 'ERROR') return { type: 'working' }
  const number = /22\d{5}/.exec(status ?? '')?.[0] ?? ''
  return {
    type: 'failed',
    passing: isPassing(number),
    message: quoted('Instagram could not process the media.', status),
  }
}
