import type { DashboardPlatform } from '../shared/platform.ts'

export const threads: DashboardPlatform = {
  name: 'threads',
  colours: ['#14171a', '#eaf0f0'],
  mark: (
    <path
      fill="none"
      stroke="var(--pp-mark-glyph-ink)"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.1"
      d="M11.2 6.1C10.7 4.5 9.6 3.8 8 3.8 5.6 3.8 4.5 5.5 4.5 8s1.1 4.2 3.5 4.2c1.9 0 3.2-1 3.2-2.4 0-1.5-1.4-2.2-3.1-2.1-1.2.1-1.8.6-1.8 1.3s.6 1.2 1.4 1.2c1.2 0 1.8-.8 1.7-2.2-.1-1.1-.6-1.7-1.6-1.7-.6 0-1 .2-1.3.7"
    />
  ),
  words: async () => (await import('./words.ts')).threadsWords,
  post: async () => (await import('./post.tsx')).ThreadsPost,
}
