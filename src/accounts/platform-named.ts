import type { Platform } from '../platforms/shared/platform.ts'

/** The platform of a stored row. No version has removed a platform, so another name is a bug. */
export function platformNamed(platforms: readonly Platform[], name: string): Platform {
  const found = platforms.find((one) => one.name === name)
  if (!found) throw new Error(`This version of Polypost has no platform “${name}”.`)
  return found
}
