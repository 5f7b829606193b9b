import type { Content } from '../../domain/content.ts'
import { cutText } from '../../domain/count-text.ts'
import { maxTitle } from './limits.ts'
import { options } from './options.ts'

type ErrorText = Pick<Content, 'options' | 'text'>

/** The option `title`, else the first line of the message that is not empty, shortened to the limit of a title. */
export function titleOf({ options: given, text }: ErrorText): string {
  const { title } = options.parse(given)
  // A title is one line.
  if (title !== undefined) return title.replaceAll(/\s+/g, ' ').trim()
  const line = text.split(/\r\n|[\n\r]/).find((one) => one.trim() !== '') ?? ''
  return cutText(line.trim(), { max: maxTitle, unit: 'characters' })
}

/** The text below the title; empty if the title contains all of it. */
export const bodyOf = (said: ErrorText): string => (said.text.trim() === titleOf(said) ? '' : said.text)
