import type { Content } from '../../domain/content.ts'
import { cutText } from '../../domain/count-text.ts'
import { options } from './options.ts'

/** In UTF-16 units; whether YouTube counts those or code points no page says, and they are never fewer. */
const maxTitle = 100

/** The title of the options, else the first line of the message that says something, as much of it as a title may have. */
export function titleOf({ options: given, text }: Pick<Content, 'options' | 'text'>): string {
  const { title } = options.parse(given)
  if (title !== undefined) return title.trim()
  const line = text.split(/\r\n|[\n\r]/).find((one) => one.trim() !== '') ?? ''
  return cutText(line.trim(), { max: maxTitle, unit: 'utf16' })
}
