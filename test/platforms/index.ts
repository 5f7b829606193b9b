import type { PlatformName } from '../harness/publishing.ts'
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

/** The suites’ knowledge of every platform. */
export const tested: Readonly<Record<PlatformName, TestedPlatform>> = {
  x,
  facebook,
  instagram,
  linkedin,
  youtube,
  tiktok,
  pinterest,
  reddit,
  threads,
  bluesky,
}

// The keys are all there is.
export const testedNames = Object.keys(tested) as PlatformName[]
