import type { DashboardPlatform } from '../shared/platform.ts'

export const facebook: DashboardPlatform = {
  name: 'facebook',
  colours: ['#0866ff', '#2a7bff'],
  mark: (
    <path
      fill="var(--pp-mark-glyph)"
      d="M9.8 16V9.9h1.8l.4-2.3H9.8V6.5c0-.7.3-1.1 1.1-1.1h1.2V3.4c-.4-.1-1-.2-1.6-.2-1.8 0-2.9 1.1-2.9 3v1.4H5.6v2.3h2V16z"
    />
  ),
  cardFrom: 'link',
  words: async () => (await import('./words.ts')).facebookWords,
  post: async () => (await import('./post.tsx')).FacebookPost,
}
