import { bluesky } from './bluesky/index.ts'
import { facebook } from './facebook/index.ts'
import { instagram } from './instagram/index.ts'
import { linkedin } from './linkedin/index.ts'
import { pinterest } from './pinterest/index.ts'
import { reddit } from './reddit/index.ts'
import type { Platform } from './shared/platform.ts'
import { threads } from './threads/index.ts'
import { tiktok } from './tiktok/index.ts'
import { x } from './x/index.ts'
import { youtube } from './youtube/index.ts'

/** Every platform, in the order in which they are listed. */
export const platforms = [
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
] as const satisfies readonly Platform[]
