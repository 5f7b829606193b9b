import type { DashboardPlatform } from '../shared/platform.ts'

export const instagram: DashboardPlatform = {
  name: 'instagram',
  colours: ['#d0266f', '#d0266f'],
  mark: (
    <g fill="none" stroke="var(--pp-mark-glyph)" strokeLinecap="round" strokeLinejoin="round" strokeWidth="1.2">
      <rect x="3.8" y="3.8" width="8.4" height="8.4" rx="2.5" />
      <circle cx="8" cy="8" r="1.9" />
      <path d="M10.4 5.6h.01" strokeWidth="1.5" />
    </g>
  ),
  words: async () => (await import('./words.ts')).instagramWords,
  post: async () => (await import('./post.tsx')).InstagramPost,
}
