import { bluesky } from './bluesky.ts'
import { facebook } from './facebook.ts'
import { instagram } from './instagram.ts'
import { linkedin } from './linkedin.ts'
import { pinterest } from './pinterest.ts'
import { reddit } from './reddit.ts'
import type { TestedPlatform } from './tested.ts'
import { threads } from './threads.ts'
import { tiktok } from './tiktok.ts'
import { x } from './x.ts'
import { youtube } from './youtube.ts'

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
