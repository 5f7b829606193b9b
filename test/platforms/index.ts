import { bluesky } from './bluesky/index.ts'
import { facebook } from './facebook/index.ts'
import { instagram } from './instagram/index.ts'
import { linkedin } from './linkedin/index.ts'
import { pinterest } from './pinterest/index.ts'
import { reddit } from './reddit/index.ts'
import type { TestedPlatform } from './shared/tested.ts'
import { threads } from './threads/index.ts'
import { tiktok } from './tiktok/index.ts'
import { x } from './x/index.ts'
import { youtube } from './youtube/index.ts'

/** Every supported platform; a test checks that none is missing. */
export const tested = {
  bluesky,
  instagram,
  facebook,
  linkedin,
  pinterest,
  reddit,
  threads,
  tiktok,
  x,
  youtube,
} as const satisfies Readonly<Record<string, TestedPlatform>>

export type SimulatedPlatform = keyof typeof tested

// The keys are all there is.
export const testedNames = Object.keys(tested) as SimulatedPlatform[]
