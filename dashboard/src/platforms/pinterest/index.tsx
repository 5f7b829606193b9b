import type { DashboardPlatform } from '../shared/platform.ts'

export const pinterest: DashboardPlatform = {
  name: 'pinterest',
  colours: ['#bd081c', '#dc2a3c'],
  mark: (
    <path
      fill="none"
      stroke="var(--pp-mark-glyph)"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.4"
      d="m6.9 12.4 1.4-6M5.5 8.3C4.9 5.9 6.2 4 8.4 4c2 0 3.1 1.4 2.7 3.2-.4 1.8-2 2.6-3.3 1.8"
    />
  ),
  words: async () => (await import('./words.ts')).pinterestWords,
  post: async () => (await import('./post.tsx')).PinterestPost,
}
