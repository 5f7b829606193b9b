import type { DashboardPlatform } from '../shared/platform.ts'

export const tiktok: DashboardPlatform = {
  name: 'tiktok',
  colours: ['#14171a', '#eaf0f0'],
  mark: (
    <path
      fill="none"
      stroke="var(--pp-mark-glyph-ink)"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.5"
      d="M8.6 3.9v5.9a2 2 0 1 1-2-2M8.6 4c.2 1.7 1.3 2.6 2.9 2.7"
    />
  ),
  sample: { privacy_level: 'PUBLIC_TO_EVERYONE' },
  words: async () => (await import('./words.ts')).tiktokWords,
  post: async () => (await import('./post.tsx')).TiktokPost,
}
