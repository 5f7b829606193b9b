import { z } from 'zod'
import type { Refusal } from '../../domain/outcome.ts'
import { isDone } from '../shared/call.ts'
import type { AccountContext, StepContext } from '../shared/context.ts'
import { faultAsRetry as withTitle } from '../shared/fault-as-retry.ts'
import { refusal } from './errors.ts'
import type { Draft } from './plan.ts'
import { request } from './request.ts'
import { madeAnswer, statusAnswer, statusFields } from './wire.ts'

/** An unpublished post, which nobody sees; `at` in milliseconds since 1970. */
export const container = z.object({ id: z.string(), at: z.number() })

export type Container = z.output<typeof container>

/** Result of a step that makes containers. */
export const containers = z.object({ containers: z.array(container) })

/** Result of a step that makes an image public. */
const hosted = z.object({ url: z.string() })

export type Form = Readonly<Record<string, string>>

/** The form of a draft. The URL of a file is sent in the body: in a query its `&` would end it. */
export function formOf(wanted: Draft, context: Pick<StepContext, 'result'>): Form {
  const { type } = wanted
  const text: Form = wanted.text === '' ? {} : { text: wanted.text }
  if (type === 'TEXT') return { media_type: type, ...text }
  if (type === 'CAROUSEL') {
    const items = context.result(wanted.items, containers).containers
    return { media_type: type, ...text, children: items.map(({ id }) => id).join(',') }
  }
  const { place, altText, isItem } = wanted
  const url = 'url' in place ? place.url : context.result(place.step, hosted).url
  return {
    media_type: type,
    ...text,
    [type === 'IMAGE' ? 'image_url' : 'video_url']: url,
    ...(altText === '' ? {} : { alt_text: altText }),
    ...(isItem ? { is_carousel_item: 'true' } : {}),
  }
}

/** Making one twice is harmless: unpublished containers are deleted after a day. */
export async function makeContainer(form: Form, context: AccountContext): Promise<Container | Refusal> {
  const at = context.clock.now()
  const answer = await request(context, { method: 'POST', path: '/me/threads', form })
  if (!isDone(answer)) return refusal(answer, 'media', context)
  return { id: madeAnswer.parse(answer.json()).id, at }
}

export interface Status {
  readonly state: 'preparing' | 'finished' | 'published' | 'expired' | 'failed'
  /** Threads' code of the fault. */
  readonly fault: string | null
}

const states: Readonly<Record<string, Status['state']>> = {
  FINISHED: 'finished',
  PUBLISHED: 'published',
  EXPIRED: 'expired',
  ERROR: 'failed',
}

/** An unknown state counts as one in progress. */
export async function statusOf({ id }: Container, context: AccountContext): Promise<Status | Refusal> {
  const answer = await request(context, { method: 'GET', path: `/${id}`, query: { fields: statusFields } })
  if (!isDone(answer)) return refusal(answer, 'read', context)
  const { status, error_message: fault } = statusAnswer.parse(answer.json())
  return { state: states[status] ?? 'preparing', fault: fault ?? null }
}

/** For a call that publishes nothing, within a step that does. */
export const faultAsRetry = <T>(call: Promise<T>) => withTitle('Threads', call)

export const isRefusal = (value: Container | Status | Refusal): value is Refusal => 'type' in value
