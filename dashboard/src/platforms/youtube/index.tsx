import type { DashboardPlatform } from '../shared/platform.ts'

export const youtube: DashboardPlatform = {
  name: 'youtube',
  colours: ['#e0121b', '#e0121b'],
  mark: <path fill="var(--pp-mark-glyph)" d="M6.2 4.8 11.4 8l-5.2 3.2z" />,
  words: async () => (await import('./words.ts')).youtubeWords,
  post: async () => (await import('./post.tsx')).YoutubePost,
}
