import { platforms as allPlatforms } from '../../platforms/index.ts'
import type { Platform } from '../../platforms/shared/platform.ts'

const platforms: readonly Platform[] = allPlatforms

/** One video for all platforms. */
export const firstPost = (video: string) => ({
  message: 'Hello from Polypost',
  media: [{ url: video }],
  platforms: platforms.map(({ name }) => name),
  platform_options: Object.fromEntries(platforms.flatMap(({ name, toTry }) => (toTry ? [[name, toTry]] : []))),
})

/** The same as a command. */
export function firstCommand(video: string): string {
  const { message, platform_options } = firstPost(video)
  return `post "${message}" -p all -m ${video} --options '${JSON.stringify(platform_options)}' --wait`
}
