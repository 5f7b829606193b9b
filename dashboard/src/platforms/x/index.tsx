import type { DashboardPlatform } from '../shared/platform.ts'

export const x: DashboardPlatform = {
  name: 'x',
  colours: ['#14171a', '#eaf0f0'],
  mark: (
    <path
      fill="none"
      stroke="var(--pp-mark-glyph-ink)"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.2"
      d="M4.3 4.2h1.9l5.5 7.6H9.8zM11.5 4.2 8.8 7.1M7.1 9l-2.7 2.8"
    />
  ),
  words: async () => (await import('./words.ts')).xWords,
  post: async () => (await import('./post.tsx')).XPost,
}
