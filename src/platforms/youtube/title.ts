import type { Content } from '../../domain/content.ts'
import { cutText } from '../../domain/count-text.ts'
import { options } from './options.ts'

/** In UTF-16 units. YouTube does not document whether it counts these or code points; code points are never more. */
const maxTitle = 100

/** The option `title`, else the first line of the message that is not empty, shortened to the limit of a title. */
export function titleOf({ options: given, text }: Pick<Content, 'options' | 'text'>): string {
  const { title } = options.parse(given)
  if (title !== undefined) return title.trim()
  const line = text.split(/\r\n|[\n\r]/).find((one) => one.trim() !== '') ?? ''
  return cutText(line.trim(), { max: maxTitle, unit: 'utf16' })
}
