import type { Finding } from '../../domain/content.ts'
import type { Published } from '../../domain/outcome.ts'
import type { Author } from '../live.ts'
import { readPage } from '../post-url.ts'

/** Public pages are `/@USERNAME/video/ID` and `/photo/ID` (developers.tiktok.com and observed, 2026-11-21). */
export const readPostUrl = (url: string, author: Author): Published | Finding =>
  readPage(url, author, {
    what: 'a TikTok post',
    example: 'https://www.tiktok.com/@handle/video/7436512345678901234',
    bases: ['https://www.tiktok.com', 'https://tiktok.com', 'https://m.tiktok.com'],
    path: /^@(?<name>[\w.]{1,40})\/(?<kind>video|photo)\/(?<id>\d{5,30})\/?$/,
    published: ({ name, kind, id = '' }) => ({ id, url: `https://www.tiktok.com/@${name}/${kind}/${id}` }),
  })
