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

/** The facts that an upload needs about a file on the media host. */
export const mediaFile = z.object({ file: z.string(), facts: z.object({ size: z.number() }) })

/** A file that the platform downloads from its public URL. */
export const hostedFile = mediaFile.extend({ url: z.string() })

export const kindOf = ({ facts }: Pick<ContentMedia, 'facts'>): MediaKind => mediaTypes[facts.contentType]

/** The media host may store a JPEG under other names, which are not registered. */
export const mimeTypeOf = ({ facts }: Pick<ContentMedia, 'facts'>): string =>
  /^image\/p?jpe?g$/.test(facts.contentType) ? 'image/jpeg' : facts.contentType

export const commentName = (index: number): string => `comment-${index + 1}`

/** The steps before a comment of a thread, the nearest first: it replies to the last one that succeeded. */
export const stepsBefore = (index: number): string[] =>
  ['post', ...Array.from({ length: index }, (_, before) => commentName(before))].reverse()

/** The result of the first of these steps that succeeded. */
export function firstResult<T extends z.ZodType>(
  names: readonly string[],
  schema: T,
  { result }: Pick<StepContext, 'result'>,
): z.output<T> {
  for (const name of names) {
    const found = result(name, schema.nullable())
    if (found !== null) return found
  }
  throw new Error(`None of the steps ${names.join(', ')} succeeded.`)
}
