import { z } from 'zod'
import type { LiveContext } from '../shared/context.ts'
import type { Setting } from '../shared/live.ts'
import { graphVersion, loginConfiguration } from '../shared/meta-graph.ts'

const kinds = ['text', 'link', 'photos'] as const

/** The kinds of feed posts that can be created hidden. */
export type FeedKind = (typeof kinds)[number]

const noneOf = 'none'

const hiddenFirst = z
  .string()
  .refine((text) => text === noneOf || text.split(',').every((one) => kinds.some((kind) => kind === one)), {
    error: `must be ${noneOf}, or some of ${kinds.join(',')} with a comma between them`,
  })

export const settings = {
  version: { ...graphVersion, earlierVariable: 'FACEBOOK_VERSION' },
  config_id: loginConfiguration,
  // A hidden post that is then shown can be repeated without harm. No page of Meta's of today promises that showing works
  // (its guides name `published=false` for times ahead alone), and one report has hidden photo posts go live at once.
  hidden_first: {
    meaning:
      'Which feed posts are created hidden and then shown by a second request: `none`, or some of `text,link,photos`. Test each on your own Page before you set it',
    fallback: noneOf,
    form: hiddenFirst,
    special: true,
  },
} as const satisfies Readonly<Record<string, Setting>>

const given = z.object({ hidden_first: hiddenFirst.default(noneOf) })

export const isHiddenFirst = (kind: FeedKind, { settings: texts }: Pick<LiveContext, 'settings'>): boolean =>
  given.parse(texts).hidden_first.split(',').includes(kind)
