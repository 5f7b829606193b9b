import type { Content, Finding } from '../../domain/content.ts'
import { options } from './options.ts'
import { titleOf } from './title.ts'

export const validate = (content: Content, textPath: string): readonly Finding[] => [
  ...subredditFindings(content),
  ...titleFindings(content, textPath),
]

/** The names of communities are not case-sensitive. */
function subredditFindings({ options: given }: Content): Finding[] {
  const { subreddit, subredditName } = options.parse(given)
  if (subreddit === undefined && subredditName === undefined)
    return [
      {
        path: 'platform_options.reddit.subreddit',
        code: 'subreddit_required',
        message: 'A post on Reddit needs a community. Set `subreddit` to its name, or to u_NAME for your own profile.',
      },
    ]
  if (subreddit === undefined || subredditName === undefined) return []
  if (subreddit.toLowerCase() === subredditName.toLowerCase()) return []
  const message = 'subreddit and subredditName are two names of the same option. Set only one of them.'
  return [{ path: 'platform_options.reddit.subredditName', code: 'conflicting_options', message }]
}

function titleFindings(content: Content, textPath: string): Finding[] {
  if (titleOf(content) !== '') return []
  const path = options.parse(content.options).title === undefined ? textPath : 'platform_options.reddit.title'
  const message = 'A post on Reddit needs a title: the option `title`, or a first line of the message.'
  return [{ path, code: 'title_required', message }]
}
