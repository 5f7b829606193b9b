import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

const asking = (text: string) => ({ messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] })

const neverAlone = 'Show me the previews, and publish only after I agree.'

/** Tasks that a person can start from a menu. */
export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    'announce',
    {
      title: 'Announce something',
      description: 'Writes a post about something new and checks it on all connected platforms.',
      argsSchema: z.strictObject({ topic: z.string(), link: z.string().optional() }),
    },
    ({ topic, link }) =>
      asking(
        `Announce this with Polypost: ${topic}${link === undefined ? '' : `\nLink: ${link}`}\n\nRead get_overview, write one post for all connected platforms, and check it with validate_post. ${neverAlone}`,
      ),
  )
  server.registerPrompt(
    'adapt',
    {
      title: 'Adapt a text to all platforms',
      description: 'Writes a version of a text for each connected platform.',
      argsSchema: z.strictObject({ text: z.string() }),
    },
    ({ text }) =>
      asking(
        `Adapt this text to each of my connected platforms:\n\n${text}\n\nRead get_overview and get_platform_rules. Keep the meaning, and use the length and the style of each platform: one message in platform_options.<platform>.message. Check the post with validate_post, and save it with save_draft. ${neverAlone}`,
      ),
  )
  server.registerPrompt(
    'weekly_review',
    { title: 'Review the week', description: 'Summarizes the posts of the last seven days.' },
    () =>
      asking(
        'Review my posts of the last seven days. Read list_posts with from, get_analytics sorted by engagement, and get_overview. Tell me what worked on which platform, what failed and why, and what needs my decision. Null metrics are unknown, not zero. Suggest at most three things for next week. Change nothing.',
      ),
  )
}
