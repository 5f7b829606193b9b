import type { DashboardPlatform } from '../shared/platform.ts'

export const reddit: DashboardPlatform = {
  name: 'reddit',
  colours: ['#d93a00', '#d93a00'],
  mark: (
    <>
      <path fill="none" stroke="var(--pp-mark-glyph)" strokeWidth="1" strokeLinecap="round" d="m8 6.2.6-2.4 2 .5" />
      <ellipse fill="var(--pp-mark-glyph)" cx="8" cy="9.2" rx="4.3" ry="3.1" />
      <circle fill="var(--mark)" cx="6.4" cy="8.8" r=".8" />
      <circle fill="var(--mark)" cx="9.6" cy="8.8" r=".8" />
    </>
  ),
  cardFrom: 'url',
  sample: { subreddit: 'test', url: 'https://example.com/' },
  words: async () => (await import('./words.ts')).redditWords,
  post: async () => (await import('./post.tsx')).RedditPost,
}
