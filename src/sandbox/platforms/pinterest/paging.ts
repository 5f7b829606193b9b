import { z } from 'zod'
import type { Json } from '../../../domain/outcome.ts'
import type { Documents, SimulatedReply } from '../../shared/simulator.ts'
import { invalid, ok } from './problems.ts'

export const paging = ['page_size', 'bookmark'] as const

const querySchema = z.object({
  page_size: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.number().min(1).max(250))
    .default(25),
  bookmark: z
    .string()
    .transform((text) => Buffer.from(text, 'base64url').toString('utf8'))
    .pipe(z.string().regex(/^\d+$/))
    .optional(),
})

/** How many are read at once. */
const batch = 100

interface PageOfItems<T> {
  readonly list: Documents
  readonly find: (id: string) => T | undefined
  readonly show: (one: T) => Json
  readonly fits?: (one: T) => boolean
}

/** A page of a list, newest first, with a bookmark if there is a next page. */
export function answerPage<T extends { readonly id: string }>(
  query: URLSearchParams,
  { list, find, show, fits = () => true }: PageOfItems<T>,
): SimulatedReply {
  const read = querySchema.safeParse(
    Object.fromEntries(paging.flatMap((name) => query.getAll(name).map((one) => [name, one]))),
  )
  if (!read.success) return invalid(`Invalid request: '${read.error.issues[0]?.path.join('.')}' is not valid.`)
  const { page_size: size, bookmark } = read.data
  const some: T[] = []
  for (const one of newestFirst(list, bookmark)) {
    const found = find(one)
    if (found && fits(found)) some.push(found)
    if (some.length > size) break
  }
  const shown = some.slice(0, size)
  const last = some.length > size ? shown.at(-1) : undefined
  return ok({ items: shown.map(show), bookmark: last ? Buffer.from(last.id).toString('base64url') : null })
}

function* newestFirst(list: Documents, behind: string | undefined): Iterable<string> {
  let before = behind
  for (;;) {
    const some = list.range({ reverse: true, limit: batch, ...(before === undefined ? {} : { before }) })
    for (const { id } of some) yield id
    if (some.length < batch) return
    before = some.at(-1)?.id
  }
}
