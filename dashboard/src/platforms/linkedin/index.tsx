import type { DashboardPlatform } from '../shared/platform.ts'

export const linkedin: DashboardPlatform = {
  name: 'linkedin',
  colours: ['#0a66c2', '#2b7fd4'],
  mark: (
    <g fill="none" stroke="var(--pp-mark-glyph)" strokeLinecap="round" strokeLinejoin="round" strokeWidth="1.6">
      <path d="M4.9 7.2v4.3M7.6 11.5V7.2M7.6 9.2c0-1.3.7-2 1.8-2s1.7.7 1.7 2v2.3" />
      <path d="M4.9 4.8h.01" strokeWidth="1.9" />
    </g>
  ),
  words: async () => (await import('./words.ts')).linkedinWords,
  post: async () => (await import('./post.tsx')).LinkedinPost,
}
