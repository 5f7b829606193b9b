import { z } from 'zod'
import type { LiveContext } from '../shared/context.ts'
import type { Setting } from '../shared/live.ts'

const categoryId = z.string().regex(/^\d{1,3}$/, 'must be the number of a YouTube category')

export const settings = {
  // The documentation requires a category only when a video is updated. 22 is People & Blogs.
  category_id: {
    meaning: 'YouTube’s number of the category that all videos get',
    fallback: '22',
    form: categoryId,
  },
} as const satisfies Readonly<Record<string, Setting>>

const given = z.object({ category_id: categoryId.default(settings.category_id.fallback) })

export const readSettings = ({ settings: texts }: Pick<LiveContext, 'settings'>) => given.parse(texts)
