import { bluesky } from './bluesky/index.tsx'
import { facebook } from './facebook/index.tsx'
import { instagram } from './instagram/index.tsx'
import { linkedin } from './linkedin/index.tsx'
import { pinterest } from './pinterest/index.tsx'
import { reddit } from './reddit/index.tsx'
import type { DashboardPlatform } from './shared/platform.ts'
import { threads } from './threads/index.tsx'
import { tiktok } from './tiktok/index.tsx'
import { x } from './x/index.tsx'
import { youtube } from './youtube/index.tsx'

/** The dashboard’s own knowledge of each platform, beside the API’s answers. */
export const platforms: readonly DashboardPlatform[] = [
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
]
