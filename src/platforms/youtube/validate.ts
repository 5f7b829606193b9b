import type { Content, Finding } from '../../domain/content.ts'
import { options } from './options.ts'
import { titleOf } from './title.ts'

/** In UTF-16 units (discovery document, `snippet.tags`, revision 20260924). */
const maxTags = 500

export const validate = (content: Content, textPath: string): readonly Finding[] => [
  ...titleFindings(content, textPath),
  ...descriptionFindings(content, textPath),
  ...tagFindings(content),
  ...playlistFindings(content),
]

function titleFindings(content: Content, textPath: string): Finding[] {
  if (titleOf(content) !== '') return []
  const path = options.parse(content.options).title === undefined ? textPath : 'platform_options.youtube.title'
  const message = 'A video on YouTube needs a title: the option `title`, or a first line of the message.'
  return [{ path, code: 'title_required', message }]
}

function descriptionFindings({ text }: Content, path: string): Finding[] {
  const message = 'YouTube does not accept < or > in a description.'
  return /[<>]/.test(text) ? [{ path, code: 'forbidden_characters', message, forbidden: ['<', '>'] }] : []
}

function tagFindings({ options: given }: Content): Finding[] {
  const actual = lengthOfTags(options.parse(given).tags ?? [])
  if (actual <= maxTags) return []
  const message = `YouTube accepts at most ${maxTags} characters of tags in total. It also counts a comma between two tags, and two quotation marks for a tag with a space. These tags have ${actual}.`
  return [{ path: 'platform_options.youtube.tags', code: 'tags_too_long', message, limit: maxTags, actual }]
}

/** As YouTube counts: with a comma between two tags, and quotation marks around a tag with a space. */
const lengthOfTags = (tags: readonly string[]): number =>
  tags.reduce((sum, tag) => sum + tag.length + (/\s/.test(tag) ? 2 : 0), 0) + Math.max(0, tags.length - 1)

function playlistFindings({ options: given }: Content): Finding[] {
  const message =
    'This is the list of the channel’s uploads, which YouTube fills automatically. Choose another playlist.'
  const { playlist_id: id } = options.parse(given)
  return id?.startsWith('UU') ? [{ path: 'platform_options.youtube.playlist_id', code: 'wrong_playlist', message }] : []
}
