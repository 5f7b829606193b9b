import type { Content, Finding } from '../../domain/content.ts'

/** A link preview leaves no room for media. */
export function validate({ postType, media, options }: Content): readonly Finding[] {
  if (options.link === undefined) return []
  const path = 'platform_options.facebook.link'
  if (postType !== 'feed')
    return [{ path, code: 'link_not_taken', message: `A Facebook ${postType} cannot have a link. Remove \`link\`.` }]
  if (media.length > 0)
    return [
      {
        path,
        code: 'link_with_media',
        message: 'A Facebook post shows a link preview or media, not both. Remove `link` or the media.',
      },
    ]
  return []
}
