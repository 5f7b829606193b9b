import { z } from 'zod'
import type { Json } from '../../../domain/outcome.ts'
import type { SimulatedReply } from '../../shared/simulator.ts'
import { ok, wrong } from './problems.ts'

const querySchema = z.object({
  start: z.coerce.number().int().min(0).default(0),
  count: z.coerce.number().int().min(1).max(100).default(10),
})

/** A page of a list, with a link to the next page if there is one. */
export function pageOf<T>(all: readonly T[], query: URLSearchParams, shape: (one: T) => Json): SimulatedReply {
  const read = querySchema.safeParse(
    Object.fromEntries(['start', 'count'].flatMap((name) => query.getAll(name).map((value) => [name, value]))),
  )
  if (!read.success) return wrong('start and count have to be numbers, and count at most 100')
  const { start, count } = read.data
  const end = start + count
  const links =
    end < all.length ? [{ type: 'application/json', rel: 'next', href: `?start=${end}&count=${count}` }] : []
  return ok({
    elements: all.slice(start, end).map(shape),
    paging: { start, count, total: all.length, links },
  })
}
