import type { DashboardPlatform } from '../shared/platform.ts'

export const bluesky: DashboardPlatform = {
  name: 'bluesky',
  colours: ['#0a6fe8', '#0a6fe8'],
  mark: (
    <path
      fill="var(--pp-mark-glyph)"
      d="M8 7.5C7.4 6.3 5.9 4.4 4.5 4c-1-.2-1.2.5-1.1 1.4.2 1.8.6 3.1 2.7 2.9-1.7.3-2.3 1.3-1.1 2.4 1.5 1.4 2.5-.2 3-1.4.5 1.2 1.5 2.8 3 1.4 1.2-1.1.6-2.1-1.1-2.4 2.1.2 2.5-1.1 2.7-2.9.1-.9-.1-1.6-1.1-1.4C10.1 4.4 8.6 6.3 8 7.5z"
    />
  ),
  words: async () => (await import('./words.ts')).blueskyWords,
  post: async () => (await import('./post.tsx')).BlueskyPost,
}
