import { z } from 'zod'
import type { ContentMedia } from '../../domain/content.ts'
import { type MediaKind, mediaTypes } from '../../domain/media-types.ts'
import type { PlannedStep } from '../../domain/plan.ts'
import type { StepContext } from './context.ts'

/** A step whose input is checked when it is written, so that it can be read. */
export const step = <S extends z.ZodType<PlannedStep['input']>>(
  name: string,
  action: string,
  schema: S,
  input: z.input<S>,
): PlannedStep => ({ name, action, input: schema.parse(input) })

/** As much of a file of the media host as its sending needs. */
export const mediaFile = z.object({ file: z.string(), facts: z.object({ size: z.number() }) })

/** A file that the platform fetches by itself, from its public address. */
export const hostedFile = mediaFile.extend({ url: z.string() })

export const kindOf = ({ facts }: Pick<ContentMedia, 'facts'>): MediaKind => mediaTypes[facts.contentType]

/** The other names under which the media host may hold a JPEG are in no registry. */
export const mimeTypeOf = ({ facts }: Pick<ContentMedia, 'facts'>): string =>
  /^image\/p?jpe?g$/.test(facts.contentType) ? 'image/jpeg' : facts.contentType

export const commentName = (index: number): string => `comment-${index + 1}`

/** The steps before a comment of a thread, the nearest first: it answers the last one that came about. */
export const stepsBefore = (index: number): string[] =>
  ['post', ...Array.from({ length: index }, (_, before) => commentName(before))].reverse()

/** The result of the first of these steps that came about. */
export function firstResult<T extends z.ZodType>(
  names: readonly string[],
  schema: T,
  { result }: Pick<StepContext, 'result'>,
): z.output<T> {
  for (const name of names) {
    const found = result(name, schema.nullable())
    if (found !== null) return found
  }
  throw new Error(`None of the steps ${names.join(', ')} came about.`)
}
